import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'layer',
  title: 'Layer',
  where: "in the container's layer",
  summary: "in the container's own writable layer",
  runs: 'container',
  position: 20,
  usesHostDirectory: false,
  mounts: () => [],
  contradiction: (target) =>
    target.mounted ? `the target is a mount (${target.filesystem}), not the container's layer` : null,
}
