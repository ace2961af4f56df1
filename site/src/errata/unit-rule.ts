import { median } from '@plimsoll/schema/statistics'

/** Below this a value of the write test of 2026 is GB/s: no disk of the study is that slow, no page cache that fast. */
export const LOST_BELOW = 50

/**
 * A write rate of the study of 2026 in MB/s. Its script took the number of what `dd` printed (`1.1GB/s`, `695.2MB/s`)
 * and dropped the unit. @param value as its file has it
 */
export function restoreUnit(value: number): number {
  return value < LOST_BELOW ? Math.round(value * 1e4) / 10 : value
}

/** All rates of a variant in MB/s, and their median. */
export function restoreUnits({ values }: { values: number[] }): { values: number[]; median: number } {
  const restored = values.map(restoreUnit)
  return { values: restored, median: median(restored) }
}
