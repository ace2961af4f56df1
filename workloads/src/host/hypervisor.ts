import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether this is a virtual machine. On x64 a hypervisor says so in a flag of the CPU. On arm64 there is none: what the
 * firmware says of the machine can show that it is virtual, and nothing shows that it is not.
 * @param root of the file system
 */
export function machineKind(root = '/', architecture: string = process.arch): 'vm' | 'none' | 'unknown' {
  if (architecture === 'x64') return read(join(root, 'proc/cpuinfo')).includes('hypervisor') ? 'vm' : 'none'
  const names = ['sys_vendor', 'product_name'].map((name) => firmware(name, root))
  const isVirtual = names.some((name) => name !== null && VIRTUAL.test(name)) && !names[1]?.endsWith('.metal')
  return isVirtual || existsSync(join(root, 'proc/device-tree/hypervisor')) ? 'vm' : 'unknown'
}

/** What the firmware says of the machine, such as its `sys_vendor`; null where it says nothing. */
export function firmware(name: string, root = '/'): string | null {
  return read(join(root, 'sys/class/dmi/id', name)).trim() || null
}

/** Names that systemd-detect-virt knows too; Amazon's machines without a hypervisor end with `.metal`. */
const VIRTUAL =
  /^(Amazon EC2|Apple Virtualization|BHYVE|Bochs|Google Compute Engine|innotek GmbH|KVM|KubeVirt|OpenStack|Parallels|QEMU|Virtual Machine|VirtualBox|VMware|VMW|Xen)/

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
