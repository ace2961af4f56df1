import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { machineKind } from './hypervisor.ts'
import { diskKind } from './linux.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
})

/** Writes files into the root of a simulated file system. */
function put(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

const VENDOR = 'sys/class/dmi/id/sys_vendor'
const PRODUCT = 'sys/class/dmi/id/product_name'

test.each([
  ['x64', 'vm', { 'proc/cpuinfo': 'flags\t: fpu vme hypervisor\n' }],
  ['x64', 'none', { 'proc/cpuinfo': 'flags\t: fpu vme\n' }],
  ['arm64', 'vm', { [VENDOR]: 'QEMU\n', [PRODUCT]: 'KVM Virtual Machine\n' }],
  ['arm64', 'vm', { [VENDOR]: 'Microsoft Corporation\n', [PRODUCT]: 'Virtual Machine\n' }],
  ['arm64', 'vm', { [VENDOR]: 'Amazon EC2\n', [PRODUCT]: 'm7g.large\n' }],
  ['arm64', 'unknown', { [VENDOR]: 'Amazon EC2\n', [PRODUCT]: 'm7g.metal\n' }],
  ['arm64', 'vm', { 'proc/device-tree/hypervisor/compatible': 'xen,xen-4.17' }],
  ['arm64', 'unknown', { [VENDOR]: 'Ampere(R)\n', 'proc/cpuinfo': 'Features\t: fp asimd\n' }],
  ['arm64', 'unknown', {}],
] as const)('on %s a machine is of the kind %s that its files show', (architecture, kind, files) => {
  put(files as Record<string, string>)
  expect(machineKind(root, architecture)).toBe(kind)
})

test.each([
  ['solid-state', 'x64', '0', {}],
  ['rotating', 'x64', '1', {}],
  ['virtual', 'arm64', '0', { [VENDOR]: 'QEMU\n' }],
  ['unknown', 'arm64', '0', {}],
] as const)(
  'a disk is reported as %s only if the host is known to have one',
  async (kind, architecture, rotates, files) => {
    const device = statSync(root).dev
    const number = `${(device >> 8) & 0xfff}:${(device & 0xff) | ((device >> 12) & 0xfff00)}`
    put({ [`sys/dev/block/${number}/queue/rotational`]: `${rotates}\n`, ...(files as Record<string, string>) })
    expect(await diskKind(root, root, architecture)).toBe(kind)
  },
)
