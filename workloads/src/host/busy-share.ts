import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { readOrEmpty } from '../read-or-empty.ts'

/** The share of the CPU time, 0 … 1, from which on a host is busy. */
export const BUSY_SHARE = 0.5

/**
 * Returns the share of the CPU time that is not idle over some ms, 0 … 1. Unlike the load average, which remembers the
 * last minutes, it says what the host does now. On Linux, waiting for the disk is not idle: it delays samples too.
 * Null if the times are unknown.
 */
export async function busyShare(ms: number): Promise<number | null> {
  const before = cpuTicks()
  await setTimeout(ms)
  return shareBetween(before, cpuTicks())
}

interface Ticks {
  idle: number
  total: number
}

/** The share of the time between two readings that is not idle. */
export function shareBetween(before: Ticks, after: Ticks): number | null {
  const total = after.total - before.total
  return total > 0 ? 1 - (after.idle - before.idle) / total : null
}

function cpuTicks(): Ticks {
  return readTicks(readOrEmpty('/proc/stat')) ?? ticksOfCpus()
}

/** The fields user, nice, system, idle, iowait, irq, softirq and steal of /proc/stat; guests are part of user. See proc(5). */
export function readTicks(stat: string): Ticks | null {
  const fields = /^cpu\s+(.*)$/m.exec(stat)?.[1]?.split(/\s+/).slice(0, 8).map(Number)
  return fields ? { idle: fields[3] ?? 0, total: sum(fields) } : null
}

function ticksOfCpus(): Ticks {
  const times = cpus().map(({ times }) => times)
  return { idle: sum(times.map(({ idle }) => idle)), total: sum(times.flatMap((time) => Object.values(time))) }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
