import { expect, test } from 'vitest'
import { shorten } from '../charts/row-chart.ts'
import { engineChart } from './engine-chart.ts'

test('labels of configurations that differ only at the end of a long name differ visibly', () => {
  const rows = ['virtiofs', 'synchronized file shares'].map((last) => ({
    label: `Docker Desktop, Apple Virtualization Framework, ${last}`,
    isOwn: false,
    isUnranked: false,
    dots: [{ machine: 'M1', ratio: 2 }],
  }))
  const labels = engineChart(rows, '', '').chart.rows
  expect(new Set(labels.map(({ label }) => label)).size).toBe(2)
  // A row of this chart has the height of one line.
  expect(labels.filter(({ detail }) => detail !== undefined)).toEqual([])
})

test('a long label loses the build suffix of its version before it is cut', () => {
  expect(shorten('Docker Engine 20.10.24+dfsg1-1, Debian')).toBe('Docker Engine 20.10.24, Debian')
  expect(shorten('Docker Engine 20.10.24+dfsg1')).toBe('Docker Engine 20.10.24+dfsg1')
})
