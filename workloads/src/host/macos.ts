import type { Host } from '@plimsoll/schema'
import { execa } from 'execa'

// This file is written from Apple's manual pages. It has not yet been tried on a Mac (see site/docs/not-yet-tried.md).

export async function operatingSystem(): Promise<Host['os']> {
  return { family: 'macos', name: 'macOS', version: (await run('sw_vers', ['-productVersion'])).trim() || null }
}

export async function diskKind(directory: string): Promise<Host['target']['disk']> {
  const device = (await run('df', [directory])).split('\n')[1]?.split(/\s+/)[0]
  const info = device ? await run('diskutil', ['info', device]) : ''
  if (/Solid State:\s+Yes/.test(info)) return 'solid-state'
  if (/Solid State:\s+No/.test(info)) return 'rotating'
  return 'unknown'
}

export async function power(): Promise<Host['power']> {
  if (/lowpowermode\s+1/.test(await run('pmset', ['-g']))) return 'low-power'
  const source = await run('pmset', ['-g', 'batt'])
  if (source.includes("'AC Power'")) return 'mains'
  return source.includes("'Battery Power'") ? 'battery' : 'unknown'
}

export async function virtualization(): Promise<Host['virtualization']> {
  const present = (await run('sysctl', ['-n', 'kern.hv_vmm_present'])).trim()
  if (present === '') return { kind: 'unknown', nested: null, accelerator: null }
  return { kind: present === '1' ? 'vm' : 'none', nested: null, accelerator: null }
}

/** The available memory in bytes: the free and inactive pages, as `vm_stat` counts them. */
export async function availableMemory(): Promise<number | null> {
  const text = await run('vm_stat', [])
  const page = Number(/page size of (\d+) bytes/.exec(text)?.[1])
  const pages = ['Pages free', 'Pages inactive'].map((name) =>
    Number(new RegExp(`${name}:\\s+(\\d+)\\.`).exec(text)?.[1]),
  )
  return page > 0 && pages.every((count) => count >= 0) ? page * pages.reduce((sum, count) => sum + count, 0) : null
}

/**
 * Counts the running VMs by their processes. Virtualization.framework, QEMU and krunkit each run a guest in its own
 * process.
 */
export async function countVirtualMachines(): Promise<number | null> {
  const lines = (await run('ps', ['-axo', 'comm'])).split('\n')
  return lines.length > 1
    ? lines.filter((line) => /com\.apple\.Virtualization\.VirtualMachine|qemu-system|krunkit/.test(line)).length
    : null
}

export async function stealRatio(): Promise<number | null> {
  return null // macOS does not report the share of CPU time that the hypervisor took.
}

async function run(command: string, args: string[]): Promise<string> {
  const result = await execa(command, args, { reject: false, stdin: 'ignore', timeout: 10_000 })
  return result.failed ? '' : String(result.stdout)
}
