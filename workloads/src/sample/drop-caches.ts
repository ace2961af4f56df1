import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { ContainerEngine } from '../engine.ts'

/**
 * The kernel's interface; see Linux, Documentation/admin-guide/sysctl/vm.rst. 3 drops the page cache, dentries and
 * inodes.
 */
const SWITCH = '/proc/sys/vm/drop_caches'

/**
 * Drops the file caches where the images are stored: in the engine's VM if it has one, otherwise on this host.
 * @returns why that is impossible here, or null
 */
export async function dropCaches(engine: ContainerEngine): Promise<string | null> {
  if (engine.machine) {
    const drop = `sync && echo 3 > ${SWITCH}`
    const asRoot = `if [ "$(id -u)" = 0 ]; then sh -c "$0"; else sudo -n sh -c "$0"; fi`
    const { exitCode, stderr } = await engine.machine.run(['sh', '-c', asRoot, drop])
    return exitCode === 0 ? null : `the caches in the virtual machine of ${engine.product} cannot be dropped: ${stderr}`
  }
  if (!engine.sharesHostKernel)
    return `the caches of ${engine.product} are in a virtual machine that cannot be reached, and dropping the host's would not make it cold`
  try {
    execFileSync('sync')
    writeFileSync(SWITCH, '3')
    return null
  } catch {
    return 'dropping the caches of this machine needs root'
  }
}
