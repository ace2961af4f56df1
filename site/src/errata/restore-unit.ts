import { median } from '@plimsoll/schema/statistics'

/**
 * In the write test of 2026, a value below this is in GB/s, and any other in MB/s. No disk of the study is slower than
 * this in MB/s, and no page cache is faster than this in GB/s.
 */
export const LOST_UNIT_BELOW = 50

/**
 * Returns a write rate of the 2026 study in MB/s. Its script took the number from the output of `dd` (`1.1GB/s`,
 * `695.2MB/s`) and dropped the unit.
 * @param value as in its file
 */
export function restoreUnit(value: number): number {
  return value < LOST_UNIT_BELOW ? Math.round(value * 1e4) / 10 : value
}

/** Returns all rates of a variant in MB/s, and their median. */
export function restoreUnits({ values }: { values: number[] }): { values: number[]; median: number } {
  const restored = values.map(restoreUnit)
  return { values: restored, median: median(restored) }
}
