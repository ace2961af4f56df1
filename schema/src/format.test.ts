import { expect, it } from 'vitest'
import { formatAmount, formatDifference, formatDuration, formatRange, formatRatio } from './format.ts'

it.each([
  [0, '0 ns'],
  [45, '45 ns'],
  [45.34, '45.3 ns'],
  [999.7, '1.00 µs'],
  [1_234, '1.23 µs'],
  [412_000_000, '412 ms'],
  [999_700_000, '1.00 s'],
  [3_380_000_000, '3.38 s'],
  [3_400_000_000, '3.40 s'],
  [33_840_000_000, '33.8 s'],
  [338_400_000_000, '338 s'],
  [750_000_000_000, '12.5 min'],
  [-3_380_000_000, '-3.38 s'],
])('%d ns is %s', (ns, text) => {
  expect(formatDuration(ns)).toBe(text)
  expect(formatAmount(ns, 'ns')).toBe(text)
})

it.each([
  [512, 'bytes', '512 B'],
  [1_258_291, 'bytes', '1.2 MiB'],
  [268_435_456, 'bytes', '256 MiB'],
  [1_048_064, 'bytes', '1 MiB'],
  [8_589_934_592, 'bytes', '8 GiB'],
  [1_234_567, 'operations', '1,234,567 ops'],
  [12.345, 'operations', '12.3 ops'],
  [0.43, 'bytes/ns', '410 MiB/s'],
  [0.00000123, 'operations/ns', '1,230 ops/s'],
  [1200, 'ns/operations', '1.20 µs per operation'],
  [4096, 'bytes/operations', '4 KiB per operation'],
  [0.49812, 'ns/ns', '49.8%'],
])('%d %s is %s', (value, unit, text) => {
  expect(formatAmount(value, unit)).toBe(text)
})

it.each([
  [2.664, '2.66×'],
  [0.93, '0.93×'],
  [0.0951, '0.10×'],
  [0.0949, '0.095×'],
  [0.00421, '0.0042×'],
  [0, '0.00×'],
  [9.996, '10.0×'],
  [12.34, '12.3×'],
  [250.4, '250×'],
])('the ratio %d is %s', (ratio, text) => {
  expect(formatRatio(ratio)).toBe(text)
})

it('a difference says which way it goes', () => {
  expect([412_000_000, -3_380_000_000, 0].map(formatDifference)).toEqual(['+412 ms', '−3.38 s', '+0 ns'])
})

it('a ratio has its interval behind it', () => {
  expect(formatRatio(0.0042, [0.0039, 0.0951])).toBe('0.0042× (0.0039–0.10)')
})

it('a range has its unit once if both ends have the same unit', () => {
  expect(formatRange(2_990_000_000, 3_080_000_000, 'ns')).toBe('2.99–3.08 s')
  expect(formatRange(0.5, 0.502, 'ns/ns')).toBe('50–50.2%')
  expect(formatRange(999_000, 1_200_000, 'ns')).toBe('999 µs – 1.20 ms')
})
