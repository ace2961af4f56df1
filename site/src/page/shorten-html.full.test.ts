import { expect, test } from 'vitest'
import { checkDocument, EVERY_VERDICT } from '../../../schema/test/check-document.ts'
import { browserOfTests } from '../../test/browser.ts'
import { renderRun } from '../run-page/run-page.tsx'
import { exampleRun, resolvedRun } from '../testing.ts'
import { shortenHtml } from './shorten-html.ts'

const TEMPLATE = {
  version: 1,
  stylesheet: 'site.css',
  scripts: { copy: 'copy.js' },
  baseUrl: 'https://registry.example/',
}
const ATTACK = `"><img src=x onerror=x>' class="y" &quot;&amp;lt;/`

const open = browserOfTests()

test.each([
  { name: 'a run with failed benchmarks', document: exampleRun() },
  { name: 'a run with ratios', document: resolvedRun() },
  { name: 'a check', document: checkDocument(EVERY_VERDICT) },
  {
    name: 'a run with markup in its texts',
    document: exampleRun((run) => {
      run.suite.name = ATTACK
      run.deviations = [ATTACK]
      run.notes = [{ code: ATTACK, text: ATTACK }]
      run.host.kernel = ATTACK
      for (const benchmark of run.benchmarks) Object.assign(benchmark, { workload: ATTACK, reason: ATTACK })
    }),
  },
])('a browser reads the same document from the shortened page of $name', async ({ document }) => {
  const page = renderRun(document, [], TEMPLATE)
  const short = shortenHtml(page)
  expect(short.length).toBeLessThan(0.95 * page.length)
  const { page: blank } = await open('/')
  const [whole, shortened] = await blank.evaluate(
    (texts) => texts.map((text) => new DOMParser().parseFromString(text, 'text/html').documentElement.outerHTML),
    [page, short],
  )
  expect(shortened).toBe(whole)
})
