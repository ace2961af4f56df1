import { expect, test } from 'vitest'
import { mountTypeAt } from './virtual-machine.ts'

const MOUNTS = `/dev/vda1 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
mount0 /work/_temp virtiofs rw,relatime 0 0
:/work/with\\040blank /work/with\\040blank fuse.sshfs rw,nosuid 0 0
mount1 /twice 9p rw 0 0
mount2 /twice virtiofs rw 0 0
`

test.each([
  ['/work/_temp', 'virtiofs'],
  ['/work/with blank', 'reverse-sshfs'],
  ['/twice', 'virtiofs'],
  ['/', 'ext4'],
  ['/work', null],
  ['', null],
])('%j is shared by %s', (directory, type) => {
  expect(mountTypeAt(MOUNTS, directory)).toBe(type)
})
