import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'volume',
  title: 'Volume',
  where: 'on a volume',
  summary: 'in a named volume',
  runs: 'container',
  position: 30,
  usesHostDirectory: false,
  mounts: (target, _hot, slot) => [{ kind: 'volume', source: slot.volume, target }],
  contradiction: (target) => (target.mounted ? null : 'the target is not a mount, so the volume is missing'),
}
