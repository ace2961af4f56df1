import { expect, test } from 'vitest'
import { hasOwnCpuShare } from './cpu-share.ts'

const own = (autogroup: string, groups: string, files: string[] = []) =>
  hasOwnCpuShare(
    (file) => (file.endsWith('autogroup_enabled') ? `${autogroup}\n` : file === '/proc/self/cgroup' ? groups : ''),
    (file) => files.includes(file),
  )

test.runIf(process.platform === 'linux').each([
  ['version 1, at the root', '1', '3:memory:/a\n1:cpu,cpuacct:/\n0::/\n', [], true],
  ['version 1, in a group', '1', '1:cpu,cpuacct:/user.slice\n', [], false],
  ['version 2, where no group has a weight', '1', '0::/user.slice/user-0.slice/session-1.scope\n', [], true],
  ['version 2, in a slice with a weight', '1', '0::/user.slice/a\n', ['/sys/fs/cgroup/user.slice/cpu.weight'], false],
  ['version 2, in a container', '1', '0::/\n', ['/sys/fs/cgroup/cpu.weight'], false],
  ['without autogroups', '0', '0::/\n', [], false],
])('control groups of %s', (_, autogroup, groups, files, expected) => {
  expect(own(autogroup, groups, files)).toBe(expected)
})
