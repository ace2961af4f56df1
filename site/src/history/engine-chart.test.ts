import { expect, test } from 'vitest'
import { shorten, withoutBuildSuffixes } from '../page-parts/charts/row-chart.ts'
import { engineChart, explainBrief } from './engine-chart.ts'

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

test('the parts of a Docker Desktop label that tell its configurations apart are whole', () => {
  const labels = [
    'Docker Desktop, Docker VMM (beta), virtiofs on macOS',
    'Docker Desktop, Apple Virtualization Framework, virtiofs on macOS',
    'Docker Desktop, Apple Virtualization Framework, synchronized file shares on macOS',
  ]
  const rows = labels.map((label) => ({ label, isOwn: false, isUnranked: false, dots: [{ machine: 'M1', ratio: 2 }] }))
  const { chart, description } = engineChart(rows, '', '')
  expect(chart.rows.map(({ label }) => label)).toEqual([
    'Docker Desktop, VMM, virtiofs on macOS',
    'Docker Desktop, VZ, virtiofs on macOS',
    'Docker Desktop, VZ, file sync on macOS',
  ])
  for (const label of labels) expect(description).toContain(label)
  expect(explainBrief(rows.slice(1, 2))).toEqual(['VZ: Apple Virtualization Framework'])
})

test('versions that differ in their build suffix alone keep it', () => {
  const [one, two] = ['Docker 20.1+dfsg1', 'Docker 20.1+dfsg2']
  expect([...withoutBuildSuffixes([one, two]).values()]).toEqual([one, two])
  expect([...withoutBuildSuffixes([one, 'Podman']).values()]).toEqual(['Docker 20.1', 'Podman'])
})

test('a long label loses the build suffix of its version before it is cut', () => {
  expect(shorten('Docker Engine 20.10.24+dfsg1-1, Debian')).toBe('Docker Engine 20.10.24, Debian')
  expect(shorten('Docker Engine 20.10.24+dfsg1')).toBe('Docker Engine 20.10.24+dfsg1')
})
