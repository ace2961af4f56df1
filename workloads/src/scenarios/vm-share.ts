import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'vm-share',
  title: 'Virtual machine, shared folder',
  where: "on the virtual machine's shared folder",
  summary: "in the engine's virtual machine, on the folder it shares with the host, outside of any container",
  runs: 'machine',
  position: 15,
  usesHostDirectory: true,
  mounts: () => [],
  contradiction: () => null,
}
