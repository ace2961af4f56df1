import { median } from '@plimsoll/schema/statistics'

/**
 * The limit that tells the units apart in the write test of 2026: a value below it is in GB/s, any other in MB/s. No
 * disk of the study is slower than this in MB/s, and no page cache is faster than this in GB/s.
 */
export const LOST_UNIT_BELOW = 50

/**
 * Returns a write rate of the 2026 study in MB/s. The study's script took the number from the output of `dd`
 * (`1.1GB/s`, `695.2MB/s`) and dropped the unit.
 * @param value the rate as in the study's file
 */
function restoreUnit(value: number): number {
  return value < LOST_UNIT_BELOW ? Math.round(value * 1e4) / 10 : value
}

/** Returns all write rates of a variant of the test in MB/s, and their median. */
export function restoreUnits({ values }: { values: number[] }): { values: number[]; median: number } {
  const restored = values.map(restoreUnit)
  return { values: restored, median: median(restored) }
}
