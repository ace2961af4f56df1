import { mean, median, standardDeviation } from '@plimsoll/schema/statistics'
import type { Sources } from './erratum.ts'

// This module reads the values that errata need from the sources.

export const GUIDE = 'docker-internals-guide'
export const MAC_2025 = 'docker-for-mac-bench/paolo-2025-per-run.csv'
export const MAC_2022 = 'docker-for-mac-bench/paolo-2022-table.csv'
export const IOPING = 'ramdisk-2022/ioping.csv'
export const FIO = 'ramdisk-2022/fio.csv'

export const PLATFORMS = [
  { folder: 'azure-premium-ssd', title: 'Premium SSD' },
  { folder: 'azure-standard-hdd', title: 'Standard HDD' },
  { folder: 'macos-docker-desktop', title: 'macOS' },
]

export interface Values {
  values: number[]
  texts: string[]
  average: number
  median: number
  deviation: number
}

/**
 * Returns the values of a test of 2026 on a platform.
 * @param rows the column values that select the rows of the test
 */
export function guideValues(
  sources: Sources,
  folder: string,
  file: string,
  column: string,
  rows: Record<string, string> = {},
): Values {
  const records = sources
    .records(`${GUIDE}/${folder}/${file}`)
    .filter((record) => Object.entries(rows).every(([name, value]) => record[name] === value))
  const texts = records.map((record) => record[column] ?? '')
  const values = texts.map(Number)
  return { values, texts, average: mean(values), median: median(values), deviation: standardDeviation(values) ?? 0 }
}

/** Returns the values of the write test of 2026. */
export function writeValues(sources: Sources, folder: string, mode: 'overlayfs' | 'volume'): Values {
  return guideValues(sources, folder, '04-write-performance.csv', 'write_speed_mbps', { mode })
}

/** Returns one figure that the article of 2026 prints. */
export function printed(sources: Sources, platform: string, statement: string): string {
  const record = sources
    .records(`${GUIDE}/published.csv`)
    .find((entry) => entry.platform === platform && entry.statement === statement)
  if (record === undefined) throw new Error(`published.csv has no "${statement}" of ${platform}.`)
  return record.value ?? ''
}

/** Returns the times of ioping without warm-ups, in µs. */
export function pingTimes(sources: Sources, target: string): number[] {
  return sources
    .records(IOPING)
    .filter((record) => record.target === target && record.warmup === 'false')
    .map(({ time_us }) => Number(time_us))
}

/** Formats a number with the given number of decimals and with thousands separators. */
export function fixed(value: number, decimals: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

export function guideFiles(file: string): string[] {
  return PLATFORMS.map(({ folder }) => `${GUIDE}/${folder}/${file}`)
}

export const GUIDE_DOCUMENTS = PLATFORMS.map(({ folder }) => `docker-internals-guide-2026-${folder}`)
