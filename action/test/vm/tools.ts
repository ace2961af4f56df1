import { existsSync } from 'node:fs'
import { Problem } from '@plimsoll/workloads'
import { canInstallPackages, installPackages } from '../apt-packages.ts'

/** The programs that build, boot and reach a guest, each with its package in Debian and Ubuntu. */
const TOOLS: Readonly<Record<string, string>> = {
  '/usr/bin/qemu-system-x86_64': 'qemu-system-x86',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
  '/usr/share/keyrings/debian-archive-keyring.gpg': 'debian-archive-keyring',
  '/usr/sbin/mkfs.ext4': 'e2fsprogs',
  '/usr/bin/ssh': 'openssh-client',
  '/usr/bin/ganesha.nfsd': 'nfs-ganesha',
  '/usr/lib/x86_64-linux-gnu/ganesha/libfsalvfs.so': 'nfs-ganesha-vfs',
}

/**
 * Makes sure that all tools for a guest are installed.
 * @throws Problem (3) that names the missing tools, if they cannot be installed
 */
export async function ensureTools(): Promise<void> {
  const missing = Object.entries(TOOLS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
  if (process.arch !== 'x64' || !canInstallPackages()) {
    const lack = missing.length > 0 ? `; missing here: ${missing.join(', ')}` : ''
    throw new Problem(3, `The virtual machine of the tests needs root on Debian or Ubuntu, on x64${lack}.`)
  }
  if (missing.length > 0) await installPackages(...missing)
}
