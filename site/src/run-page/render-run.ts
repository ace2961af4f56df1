import {
  ANALYSIS_VERSION,
  type Check,
  describeCounts,
  describeNoVerdict,
  identify,
  judgeRun,
  type RunDocument,
  summarizeRun,
} from '@plimsoll/schema'
import { html } from '../html.ts'
import { renderPage } from '../page/shell.ts'
import type { Template } from '../page/template.ts'
import { engineTitle, formatTime, osTitle } from '../page/text.ts'
import { type Statement, tierOf } from '../store/statements.ts'
import { armsTogether } from './check/arms.ts'
import { renderTally } from './check/tally.ts'
import { renderVerdicts } from './check/verdicts.ts'
import { renderCitation } from './citation.ts'
import { renderDesign } from './design.ts'
import { renderEngines, renderHost, renderImages } from './environment.ts'
import { renderNotices } from './notices.ts'
import { groupByWorkload } from './panel.ts'
import { renderPanel } from './panel-figure.ts'
import { renderResults } from './results.ts'

/** Drawing takes most of the time of a page; the table and the document have what is beyond. */
const MOST_FIGURES = 24

/**
 * The page of one run: a pure function of the document, what was stated about it, and the template. Everything a
 * document says is escaped; it may come from anybody.
 */
export async function renderRun(document: RunDocument, statements: Statement[], template: Template): Promise<string> {
  const identity = identify(document)
  const check = judgeRun(document)
  const summaries = summarizeRun(document)
  const panels = groupByWorkload(document, summaries, check && armsTogether(document, check))
  const figures = await Promise.all(panels.slice(0, MOST_FIGURES).map(renderPanel))
  const tier = tierOf(document, statements)
  const noVerdict = describeNoVerdict(document.design)
  const title = `${document.suite.name} on ${machineTitle(document)}`
  return renderPage({
    title,
    description: `${title}: ${check === null ? '' : `${describeCounts(check)}; `}${contents(document, check)}. Plimsoll run ${identity.id}.`,
    root: '../',
    template,
    body: html`<article class="run">
<header class="page-head">
<p class="eyebrow">${check === null ? 'Run' : 'Check'} <code>${identity.id.slice(0, 10)}</code></p>
<h1>${title}</h1>
${
  check &&
  html`${renderTally(check)}
`
}${
  noVerdict &&
  html`<p class="lede">${noVerdict}</p>
`
}<p class="lede">${contents(document, check)}, ${formatTime(document.startedAt)}.</p>
<ul class="badges" aria-label="Standing">
<li class="badge">${tier}</li>
<li class="${document.status === 'partial' ? 'badge warn' : 'badge'}">${document.status}</li>
<li class="${document.division === 'modified' ? 'badge warn' : 'badge'}">${document.division} division</li>
<li class="badge">suite ${document.suite.name}, version ${document.suite.version}</li>
</ul>
</header>
${renderNotices(document, check, tier)}
${check && (await renderVerdicts(document, check, summaries))}<section aria-labelledby="results"><h2 id="results">${check === null ? 'Results' : 'Samples of the arms'}</h2>
${figures}
${panels.length > figures.length && html`<p class="fine">Charts of the first ${figures.length} of ${panels.length} workloads.</p>`}
${renderResults(document, panels)}${
  check &&
  html`
<p class="fine">Ratios are to another scenario of the same arm, never from base to head.</p>`
}
</section>
<section aria-labelledby="environment"><h2 id="environment">Environment</h2>
${renderHost(document)}
${renderEngines(document.engines)}
${renderImages(document.images)}
</section>
<section aria-labelledby="design"><h2 id="design">Design</h2>
${renderDesign(document)}
</section>
<section aria-labelledby="cite"><h2 id="cite">Cite and download</h2>
${renderCitation(document, identity)}
<p>Figures by analysis version ${ANALYSIS_VERSION}, from every sample in <a href="${identity.id}.json" download>the document</a> (JSON, the stored bytes, licence ${document.licence}).</p>
</section>
</article>`,
  })
}

function machineTitle(document: RunDocument): string {
  const { cpu } = document.host
  return [osTitle(document.host), cpu.model].filter(Boolean).join(', ')
}

function contents(document: RunDocument, check: Check | null): string {
  const samples = document.cells.reduce((sum, cell) => sum + cell.samples.length, 0)
  const engines = [...new Set(document.engines.map(({ id }) => engineTitle(document, id)))].join(', ')
  // What a check judges are pairs of the document's cells; each of these is an arm.
  const { length } = document.cells
  const cells =
    check === null ? plural(length, 'cell') : `${plural(check.cells.length, 'cell')} in ${plural(length, 'arm')}`
  return `${cells}, ${plural(samples, 'sample')}, ${engines === '' ? 'no container engine' : engines}`
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
