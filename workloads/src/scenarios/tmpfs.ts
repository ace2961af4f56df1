import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'tmpfs',
  title: 'tmpfs',
  where: 'on a tmpfs',
  summary: "in the container's own RAM disk (`--mount type=tmpfs`)",
  runs: 'container',
  position: 35,
  usesHostDirectory: false,
  mounts: (target) => [{ kind: 'tmpfs', target }],
  contradiction: ({ filesystem, mounted }) =>
    mounted && filesystem === 'tmpfs' ? null : `the target is on ${filesystem}, not on a tmpfs of its own`,
}
