import { existsSync } from 'node:fs'
import { readOrEmpty } from '../read-or-empty.ts'

/**
 * Whether the kernel gives work on this host a share of the CPU of its own, as it does for each container. Linux does so
 * for each session (autogroup, sched(7)), unless the session is in a control group with a CPU weight. Work on the host
 * then shares this group with other programs. Null on other systems, which no container shares a kernel with.
 * @param read returns the text of a file, or an empty text; a test replaces it
 */
export function hasOwnCpuShare(
  read: (file: string) => string = readOrEmpty,
  exists: (file: string) => boolean = existsSync,
): boolean | null {
  if (process.platform !== 'linux') return null
  if (read('/proc/sys/kernel/sched_autogroup_enabled').trim() !== '1') return false
  const groups = read('/proc/self/cgroup')
    .split('\n')
    .map((line) => line.split(':'))
  const version1 = groups.find(([, controllers]) => controllers?.split(',').includes('cpu'))
  if (version1) return version1[2] === '/'
  // In version 2, a group has a weight if its parent shares the CPU. In a container, the group is shown as `/`.
  const [first = ''] = (groups.find(([id]) => id === '0')?.[2] ?? '/').split('/').filter(Boolean)
  return !['', first].some((name) => exists(`/sys/fs/cgroup/${name}${name && '/'}cpu.weight`))
}
