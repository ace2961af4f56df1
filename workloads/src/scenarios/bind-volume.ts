import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'bind-volume',
  title: 'Bind mount + volume',
  where: 'on a bind mount with a volume',
  summary: 'bind mount, with the hot directory (node_modules) on a volume',
  runs: 'container',
  position: 40,
  usesHostDirectory: true,
  needsHot: true,
  mounts: (target, hot, slot) => [
    { kind: 'bind', source: slot.hostDirectory, target },
    ...(hot ? [{ kind: 'volume' as const, source: slot.volume, target: `${target}/${hot}` }] : []),
  ],
  contradiction: (target) => (target.mounted ? null : 'the target is not a mount, so the bind mount is missing'),
}
