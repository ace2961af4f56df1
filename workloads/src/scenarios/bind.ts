import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'bind',
  title: 'Bind mount',
  where: 'on a bind mount',
  summary: "in a host directory, bind-mounted: through the VM's file share where there is a VM",
  runs: 'container',
  position: 50,
  usesHostDirectory: true,
  mounts: (target, _hot, slot) => [{ kind: 'bind', source: slot.hostDirectory, target }],
  contradiction: (target) => (target.mounted ? null : 'the target is not a mount, so the bind mount is missing'),
}
