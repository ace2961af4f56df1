import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EditionOverview } from './edition-overview.tsx'
import { EditionPartSection } from './edition-part.tsx'

const PART = {
  ...{ code: 'work-1', title: 'npm-ci small · suite quick', text: ['Median, as `npm ci` has it.'], chart: null },
  ...{ unit: { title: 'ms', short: 'ms', decimals: 1, divisor: 1e6 }, columns: [], reference: 'native', rows: [] },
}

function section(fold: 'open' | 'closed' | null): string {
  const shown = { part: PART as never, workloads: [], legend: [], chart: null, taken: null }
  return renderToStaticMarkup(createElement(EditionPartSection, { ...shown, flags: [], errata: {}, fold }))
}

test('a link of the overview leads into the folded part, so that a browser opens it', () => {
  const overview = renderToStaticMarkup(createElement(EditionOverview, { parts: [PART as never] }))
  expect(overview).toContain('<a href="#work-1">npm-ci small</a> <small>suite quick</small>')
  expect(section('closed')).toMatch(
    /<details><summary><h2 id="work-1-title">[^<]*<\/h2><\/summary><div id="work-1"><p>Median, as <code>npm ci<\/code>/,
  )
  expect(section('open')).toContain('<details open="">')
  expect(section(null)).not.toContain('<details')
  expect(section(null)).toContain('<h2 id="work-1">')
})
