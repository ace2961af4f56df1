import { statSync } from 'node:fs'
import type { Scenario } from '../scenario.ts'
import { scenario as bind } from './bind.ts'

const SHARED_MEMORY = '/dev/shm'

export const scenario: Scenario = {
  ...bind,
  id: 'ramdisk',
  title: 'RAM disk',
  where: 'on a RAM disk',
  summary: "in a RAM disk of the host, bind-mounted (Linux: the host's tmpfs at /dev/shm)",
  position: 55,
  hostRoot: (run) => `${SHARED_MEMORY}/plimsoll-${run}`,
  unsupported: () =>
    process.platform === 'linux' && statSync(SHARED_MEMORY, { throwIfNoEntry: false })?.isDirectory()
      ? null
      : 'this host has no RAM disk (Linux: /dev/shm; macOS: not supported yet)',
  contradiction: ({ filesystem, mounted }) =>
    mounted ? null : `the target is on ${filesystem} and not a mount, so the bind mount is missing`,
}
