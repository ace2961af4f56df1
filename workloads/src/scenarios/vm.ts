import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'vm',
  title: 'Virtual machine',
  where: "in the engine's virtual machine",
  summary: "in the engine's virtual machine, on its own disk, outside of any container",
  runs: 'machine',
  position: 10,
  usesHostDirectory: false,
  mounts: () => [],
  contradiction: () => null,
}
