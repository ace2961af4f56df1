import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Host } from '@plimsoll/schema'
import { readOrEmpty } from '../read-or-empty.ts'
import { firmware, machineKind } from './hypervisor.ts'

export async function operatingSystem(): Promise<Host['os']> {
  const fields = new Map(
    readOrEmpty('/etc/os-release')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replaceAll('"', '')]),
  )
  return { family: 'linux', name: fields.get('NAME') || 'Linux', version: fields.get('VERSION_ID') || null }
}

/**
 * The kind of disk, from the block device under a directory. A disk is rotating or not. It is virtual if the hardware
 * cannot be known.
 */
export async function diskKind(directory: string, root = '/', architecture?: string): Promise<Host['target']['disk']> {
  const device = statSync(directory).dev
  const number = `${(device >> 8) & 0xfff}:${(device & 0xff) | ((device >> 12) & 0xfff00)}`
  const links = [`${root}/sys/dev/block/${number}`, `${root}/sys/dev/block/${number}/..`]
  const rotational = links.map((link) => readOrEmpty(`${link}/queue/rotational`).trim()).find((text) => text !== '')
  if (rotational === undefined) return 'unknown'
  const machine = machineKind(root, architecture)
  if (machine !== 'none') return machine === 'vm' ? 'virtual' : 'unknown'
  return rotational === '1' ? 'rotating' : 'solid-state'
}

export async function power(): Promise<Host['power']> {
  const supplies = list('/sys/class/power_supply').map((name) => `/sys/class/power_supply/${name}`)
  if (
    supplies.some(
      (supply) => readOrEmpty(`${supply}/type`).trim() === 'Mains' && readOrEmpty(`${supply}/online`).trim() === '1',
    )
  )
    return 'mains'
  return supplies.some((supply) => readOrEmpty(`${supply}/status`).trim() === 'Discharging') ? 'battery' : 'unknown'
}

/**
 * The initial PID namespace. Its inode is a constant of the kernel (PROC_PID_INIT_INO). Any other inode means that this
 * process runs in a container.
 */
const FIRST_PID_NAMESPACE = 'pid:[4026531836]'

export async function virtualization(): Promise<Host['virtualization']> {
  const namespace = link('/proc/self/ns/pid')
  if (namespace !== '' && namespace !== FIRST_PID_NAMESPACE)
    return { kind: 'container', nested: null, accelerator: null }
  const kind = machineKind()
  if (kind !== 'vm') return { kind, nested: kind === 'none' ? false : null, accelerator: null }
  return { kind, nested: null, accelerator: firmware('sys_vendor') }
}

/** The available memory in bytes. */
export async function availableMemory(): Promise<number | null> {
  const kibibytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readOrEmpty('/proc/meminfo'))?.[1]
  return kibibytes ? Number(kibibytes) * 1024 : null
}

export async function countVirtualMachines(): Promise<number | null> {
  const commands = list('/proc').filter((name) => /^\d+$/.test(name))
  return commands.filter((pid) =>
    /^(qemu-system|firecracker|cloud-hyperviso|VBoxHeadless)/.test(readOrEmpty(`/proc/${pid}/comm`)),
  ).length
}

/** The share of CPU time that the hypervisor took, measured over 200 ms. */
export async function stealRatio(): Promise<number | null> {
  const before = cpuTimes()
  await setTimeout(200)
  const after = cpuTimes()
  if (!before || !after) return null
  const spent = after.map((value, index) => value - (before[index] as number))
  const total = spent.slice(0, 8).reduce((sum, value) => sum + value, 0)
  return total > 0 ? Math.round(((spent[7] ?? 0) / total) * 10_000) / 10_000 : 0
}

/** The fields user, nice, system, idle, iowait, irq, softirq, steal, … of /proc/stat, in ticks. See proc(5). */
function cpuTimes(): number[] | null {
  const line = /^cpu\s+(.*)$/m.exec(readOrEmpty('/proc/stat'))?.[1]
  return line ? line.split(/\s+/).map(Number) : null
}

function link(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
