import {
  ANALYSIS_VERSION,
  type Check,
  describeCounts,
  describeNoVerdict,
  describeUnreliableRun,
  type RunDocument,
  runReliability,
} from '@plimsoll/schema'
import { citeRun } from '../cite/citation-formats.ts'
import { renderDataset } from '../cite/dataset.ts'
import { renderCitation } from '../cite/render-citation.ts'
import { renderEmbed } from '../downloads/embed.ts'
import { html } from '../html.ts'
import { renderPage } from '../page/shell.ts'
import type { Template } from '../page/template.ts'
import { enginesTitle, formatTime, plural } from '../page/titles.ts'
import type { ReplicationOfRun } from '../store/replications.ts'
import { type DeletedStatement, provenanceLevelOf, type Statement } from '../store/statements.ts'
import { type Analysis, analyze } from './analysis.ts'
import { renderTally } from './check/tally.ts'
import { renderVerdicts } from './check/verdicts.ts'
import { renderControls } from './controls.ts'
import { renderDesign } from './design.ts'
import { renderDownloads } from './downloads.ts'
import { renderEngines, renderHost, renderImages } from './environment.ts'
import { type Figure, renderFigure } from './figure.ts'
import { renderGround } from './ground.ts'
import { mainFigure } from './main-chart.ts'
import { renderNotices } from './notices.ts'
import { describeDots } from './panel-figure.ts'
import { renderProof } from './proof.ts'
import { renderRepeats, renderReplications } from './replications.ts'
import { renderResults } from './results.ts'
import { renderDeletion, renderRunState } from './run-state.ts'
import { renderSteps } from './steps.ts'

/**
 * Renders the page of one run without replications. The result depends only on the document, its statements and the
 * template. Every text of the document is escaped, because anyone may have written it.
 */
export function renderRun(document: RunDocument, statements: Statement[], template: Template): string {
  return renderAnalysis(analyze(document), { statements, replications: [] }, template)
}

/** Renders the page of one run from a document that is already analyzed. */
export function renderAnalysis(
  analysis: Analysis,
  { statements, replications }: { statements: Statement[]; replications: ReplicationOfRun[] },
  template: Template,
): string {
  const { document, identity, check, summaries, panels, samples, steps, title } = analysis
  const main = mainFigure(analysis)
  const provenanceLevel = provenanceLevelOf(document, statements)
  const noVerdict = describeNoVerdict(document.design)
  const unreliable = describeUnreliableRun(runReliability(document))
  const citationData = citeRun(document, identity, template.baseUrl)
  return renderPage({
    title,
    description: `${title}: ${check === null ? '' : `${describeCounts(check)}; `}${contents(document, check)}. Plimsoll run ${identity.id}.`,
    root: '../',
    template,
    scripts: main === null ? [] : [template.scripts.explore].filter((name) => name !== undefined),
    social: { address: citationData.url, picture: citationData.url && `${citationData.url}.png` },
    head: renderDataset(document, citationData),
    body: html`<article class="run">
${renderRunState(statements)}${
  unreliable &&
  html`<div class="marks"><p class="warning" role="note">${unreliable}</p></div>
`
}<header class="page-head">
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
}<p class="lede">${contents(document, check)}, <time datetime="${document.startedAt}">${formatTime(document.startedAt)}</time>.</p>
${renderRepeats(document)}<ul class="badges" aria-label="Provenance and state">
<li class="badge">${provenanceLevel}</li>
<li class="${document.status === 'partial' ? 'badge warn' : 'badge'}">${document.status}</li>
<li class="${document.division === 'modified' ? 'badge warn' : 'badge'}">${document.division} division</li>
${
  unreliable &&
  html`<li class="badge warn">unreliable</li>
`
}<li class="badge">suite ${document.suite.name}, version ${document.suite.version}</li>
</ul>
<p class="ways"><a href="#cite">Cite</a> <a href="#download">Download and embed</a> <a href="../compare?a=${identity.id}">Compare</a></p>
</header>
${renderNotices(document, check, provenanceLevel)}
${check && renderVerdicts(document, check, summaries, analysis.verdicts && explorable(analysis.verdicts))}<section aria-labelledby="results"><h2 id="results">${check === null ? 'Results' : 'Samples of the variants'}</h2>
${samples.length > 0 && html`<p class="fine">${describeDots(samples)}</p>`}
${samples.map((figure) => renderFigure(explorable(figure)))}
${panels.length > samples.length && html`<p class="fine">Charts of ${samples.length} of ${panels.length} workloads.</p>`}
${renderResults(document, panels)}${
  check &&
  html`
<p class="fine">Each ratio compares two scenarios of the same variant, never base with head.</p>`
}
</section>
${renderControls(document)}${renderReplications(document, replications)}${steps && renderSteps(steps)}<section aria-labelledby="environment"><h2 id="environment">Environment</h2>
${renderHost(document)}
${renderEngines(document.engines)}
${renderImages(document.images)}
${renderGround(document)}
</section>
<section aria-labelledby="design"><h2 id="design">Design</h2>
${renderDesign(document)}
</section>
${renderProof(statements)}<section aria-labelledby="cite"><h2 id="cite">Cite</h2>
${renderCitation(citationData)}
<p>The figures on this page were computed with analysis version ${ANALYSIS_VERSION}. They never change: figures of a later analysis version would be added beside them.</p>
</section>
<section aria-labelledby="download"><h2 id="download">Download and embed</h2>
${renderDownloads(analysis)}
${renderEmbed(identity.id, title, template.baseUrl)}
</section>
</article>`,
  })

  /** Adds to the main chart the path of its downloadable spec. */
  function explorable(figure: Figure): Figure {
    return figure === main ? { ...figure, spec: `${identity.id}.vl.json` } : figure
  }
}

/** Renders the page that replaces a deleted run. */
export function renderDeleted(id: string, deletion: DeletedStatement, template: Template): string {
  const title = `Run ${id.slice(0, 10)}, deleted`
  const description = `The document of Plimsoll run ${id} was deleted from this registry.`
  return renderPage({ title, description, root: '../', template, body: renderDeletion(deletion) })
}

function contents(document: RunDocument, check: Check | null): string {
  const samples = document.benchmarks.reduce((sum, benchmark) => sum + benchmark.samples.length, 0)
  // In the document of a check, base and head of a benchmark are two separate benchmarks, and a verdict compares these
  // two.
  const { length } = document.benchmarks.filter(({ control }) => !control)
  const benchmarks =
    check === null
      ? plural(length, 'benchmark')
      : `${plural(check.benchmarks.length, 'benchmark')} in ${plural(length, 'variant')}`
  return `${benchmarks}, ${plural(samples, 'sample')}, ${enginesTitle(document)}`
}
