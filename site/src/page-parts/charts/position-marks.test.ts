import { expect, test } from 'vitest'
import { intervalChart } from './interval-chart.ts'
import { positionMarks } from './position-marks.ts'

test('the positions of a chart do not depend on the charts before it', () => {
  const chartOf = (rows: number) => {
    const interval: [number, number] = [rows, 3 * rows]
    const row = { label: 'stat-tree', estimate: 2 * rows, interval, text: '', mark: MARK }
    return intervalChart({ rows: Array.from({ length: rows }, () => row), axisTitle: 'ratio', band: null, line: 1 })
  }
  const first = positionMarks(chartOf(1))
  const numbers = JSON.stringify(first)
  expect(positionMarks(chartOf(5)).marks.estimates).toHaveLength(5)
  expect(JSON.stringify(positionMarks(chartOf(1)))).toBe(numbers)
  // Charts of a kind may lack data of a layer.
  const { data, ...chart } = chartOf(1)
  const { estimates: _, ...others } = data
  expect(positionMarks({ ...chart, data: others }).marks.estimates).toEqual([])
})

const MARK = { color: 'slower', shape: 'circle', hollow: false } as const
