import { computeSteps, formatDuration, type RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { exampleRun, resolvedRun, TEMPLATE } from '../testing.ts'
import { renderRun } from './testing.ts'

test('each step has a mark with its interval, and a row with the time that it adds', () => {
  const { steps } = computeSteps(resolvedRun())
  const section = stepSection(resolvedRun())
  expect(steps.length).toBeGreaterThan(2)
  const [, dots = ''] = /<path class="estimates ink" d="([^"]*)"/.exec(section) ?? []
  expect(dots.match(/z/g)).toHaveLength(steps.length)
  const rows = [...section.matchAll(/<tr role="row">(<th scope="row".*?)<\/tr>/gs)].map(([, row]) => row ?? '')
  for (const [index, { name, difference }] of steps.entries()) {
    if (difference === null) throw new Error(`${name} is not resolved`)
    expect(rows[index]).toContain(`<td class="beside" data-label="Step" role="cell">${name}</td>`)
    expect(rows[index]).toContain(`${difference < 0 ? '−' : '+'}${formatDuration(Math.abs(difference))}</td>`)
  }
})

test('steps are below their workload, with their full names', () => {
  const section = stepSection(resolvedRun())
  expect(section.match(/<li class="heading">[^<]*<\/li>/g)).toEqual(['<li class="heading">npm-ci small</li>'])
  for (const { name } of computeSteps(resolvedRun()).steps) expect(section).toContain(`<li><span>${name}</span>`)
})

test('the text of a mark is in percent, the unit of the axis', () => {
  const texts = [...stepSection(resolvedRun()).matchAll(/<li><span>[^<]*<\/span> <b>([^<]*)<\/b>/g)].map(
    ([, text]) => text,
  )
  expect(texts.length).toBeGreaterThan(2)
  for (const text of texts) expect(text).toMatch(/^[+−]?[\d.,]+%$/)
})

test('a very wide interval is cut, and the caption says where', () => {
  const wild = resolvedRun((run) => {
    for (const { scenario, samples } of run.benchmarks)
      for (const [index, { values }] of samples.entries())
        values.duration = scenario === 'native' ? 1e9 : (index < 3 ? 90e9 : 2e9) + index
  })
  expect(stepSection(resolvedRun())).not.toContain('are cut')
  expect(stepSection(wild)).toContain('Intervals are cut at −100% and at 300%.')
})

test('the text alternative has the steps that add least and most, and says where the others are', () => {
  const { steps } = computeSteps(resolvedRun())
  const container = steps.find(({ name }) => name === 'container')
  const description = /<desc id="step-costs-desc">(.*?)<\/desc>/.exec(stepSection(resolvedRun()))?.[1]
  expect(description).toMatch(/^3 steps\. Least: \+1\.8% \(\+62\.9 ms\), copy-on-write layer of npm-ci small\. Most: /)
  expect(description).toContain(`(+${formatDuration(container?.difference ?? 0)}), container of npm-ci small`)
  expect(description).toMatch(/The table has all times\.$/)
})

test('a step with too few rounds has its status in the table, and no mark', () => {
  const section = stepSection(exampleRun())
  expect(section).toContain(
    'title="A ratio needs 6 rounds that both benchmarks have; there are 3.">too few rounds</span>',
  )
  expect(section).not.toContain('<figure')
})

test('a run with fewer than two steps shows none', () => {
  const native = exampleRun((run) => {
    run.benchmarks = run.benchmarks.filter(({ scenario }) => scenario === 'native')
  })
  expect(stepSection(native)).toBe('')
})

test('an engine with an emulated CPU is named, because its steps from the host are left out', () => {
  const emulating = exampleRun((run) => {
    Object.assign(run.engines[0]?.effective ?? {}, { accelerator: { value: 'tcg', confidence: 'observed' } })
  })
  expect(stepSection(emulating)).toContain('the CPU of Docker Engine 28.0.0 is emulated')
})

function stepSection(document: RunDocument): string {
  return /<section aria-labelledby="steps">.*?<\/section>/s.exec(renderRun(document, [], TEMPLATE))?.[0] ?? ''
}
