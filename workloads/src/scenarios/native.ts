import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'native',
  title: 'Native',
  where: 'on the host',
  summary: 'on the host, no container; the same tools as in the image',
  runs: 'host',
  position: 0,
  usesHostDirectory: true,
  mounts: () => [],
  contradiction: () => null,
}
