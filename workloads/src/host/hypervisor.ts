import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOrEmpty } from '../read-or-empty.ts'

/**
 * Whether this host is a virtual machine. On x64, a hypervisor sets a CPU flag. There is no such flag on arm64. There
 * the firmware can show that a machine is virtual, but not that it is physical.
 * @param root of the file system
 */
export function machineKind(root = '/', architecture: string = process.arch): 'vm' | 'none' | 'unknown' {
  if (architecture === 'x64') return readOrEmpty(join(root, 'proc/cpuinfo')).includes('hypervisor') ? 'vm' : 'none'
  const names = ['sys_vendor', 'product_name'].map((name) => firmware(name, root))
  const isVirtual = names.some((name) => name !== null && VIRTUAL.test(name)) && !names[1]?.endsWith('.metal')
  return isVirtual || existsSync(join(root, 'proc/device-tree/hypervisor')) ? 'vm' : 'unknown'
}

/** A value that the firmware reports, such as `sys_vendor`. Null if the firmware does not report it. */
export function firmware(name: string, root = '/'): string | null {
  return readOrEmpty(join(root, 'sys/class/dmi/id', name)).trim() || null
}

/**
 * Names of virtual machines: a subset of the names in systemd-detect-virt. The names of Amazon's bare-metal machines
 * end with `.metal`.
 */
const VIRTUAL =
  /^(Amazon EC2|Apple Virtualization|BHYVE|Bochs|Google Compute Engine|innotek GmbH|KVM|KubeVirt|OpenStack|Parallels|QEMU|Virtual Machine|VirtualBox|VMware|VMW|Xen)/
