import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { ContainerEngine } from '../engine.ts'

/**
 * The kernel's interface for dropping caches; see Linux, Documentation/admin-guide/sysctl/vm.rst. The value 3 drops the
 * page cache, dentries and inodes.
 */
const SWITCH = '/proc/sys/vm/drop_caches'

/**
 * Drops the file caches where the images are stored: in the engine's VM if the engine has one, otherwise on this host.
 * @returns why the caches cannot be dropped here, or null
 */
export async function dropCaches(engine: ContainerEngine): Promise<string | null> {
  if (engine.machine) {
    const drop = `sync && echo 3 > ${SWITCH}`
    const asRoot = `if [ "$(id -u)" = 0 ]; then sh -c "$0"; else sudo -n sh -c "$0"; fi`
    const { exitCode, stderr } = await engine.machine.run(['sh', '-c', asRoot, drop])
    return exitCode === 0 ? null : `cannot drop the caches in the virtual machine of ${engine.product}: ${stderr}`
  }
  if (!engine.sharesHostKernel)
    return `cannot drop the caches of ${engine.product}: its virtual machine cannot be reached`
  try {
    execFileSync('sync')
    writeFileSync(SWITCH, '3')
    return null
  } catch {
    return "dropping the host's caches needs root"
  }
}
