import { expect, test } from 'vitest'
import { axisUnit } from './axis-unit.ts'

test('an axis has the unit that suits its largest value', () => {
  expect(axisUnit('ns', 3.2e9)).toEqual({ divisor: 1e9, title: 'seconds', from: 1e9 })
  expect(axisUnit('ns', 117_000)).toMatchObject({ divisor: 1e3, title: 'microseconds' })
  expect(axisUnit('bytes', 5 * 2 ** 20)).toMatchObject({ divisor: 2 ** 20, title: 'MiB' })
  expect(axisUnit('operations', 12)).toEqual({ divisor: 1, title: 'operations' })
  expect(axisUnit('operations/ns', 7.3e-5)).toEqual({ divisor: 1e-6, title: 'thousand operations per second' })
  expect(axisUnit('ns/ns', 0.5)).toEqual({ divisor: 0.01, title: 'percent' })
  const rate = axisUnit('bytes/ns', 0.5)
  expect(rate.title).toBe('MiB per second')
  expect(0.5 / rate.divisor).toBeCloseTo(0.5e9 / 2 ** 20)
})
