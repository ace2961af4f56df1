import { join, relative } from 'node:path'
import type { Scenario } from '../scenario.ts'

export const scenario: Scenario = {
  id: 'nfs',
  title: 'NFS',
  where: 'on an NFS mount',
  summary: 'in a host directory, exported by NFS and mounted as a volume (named with --nfs)',
  runs: 'container',
  position: 60,
  usesHostDirectory: true,
  hostRoot: (run, { nfs }) => (nfs ? join(nfs.directory, `plimsoll-${run}`) : undefined),
  unsupported: ({ nfs }) => (nfs ? null : 'no NFS export was given: name its directory with --nfs'),
  mounts: (target, _hot, slot) => [{ kind: 'volume', source: slot.volume, target }],
  volumeOptions: ({ hostDirectory }, { nfs }) => ({
    type: 'nfs',
    o: `addr=${nfs?.address}${nfs?.options ? `,${nfs.options}` : ''}`,
    device: `:${nfs?.path}/${relative(nfs?.directory ?? '', hostDirectory)}`,
  }),
  contradiction: ({ filesystem, mounted }) =>
    mounted && /^nfs/.test(filesystem) ? null : `the target is on ${filesystem}, not on NFS`,
}
