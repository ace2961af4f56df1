import { type Html, html } from '../html.ts'
import { listEngines, plural } from '../page/titles.ts'
import type { RunEntry } from './search-index.ts'

/** Renders a list of runs, one line each. @param root path from the page to the registry's root */
export function renderRuns(runs: readonly RunEntry[], root: string): Html {
  return html`<ul class="runs">${runs.map((run) => renderRun(run, root))}</ul>`
}

function renderRun(run: RunEntry, root: string): Html {
  const engines = listEngines(run.engines.map(({ title }) => title))
  const facts = [
    engines,
    run.cpu,
    run.project,
    `${plural(run.benchmarks, 'benchmark')}, ${plural(run.samples, 'sample')}`,
    run.provenanceLevel,
    ...run.remarks,
  ]
  return html`<li><a href="${root}runs/${run.id}">${run.suite} on ${run.system}</a>${
    run.counts !== '' && html`<p class="counts">check: ${run.counts}</p>`
  }<p>${facts.filter(Boolean).map((fact) => html`<span>${fact}</span> `)}<time datetime="${run.day}">${run.day}</time></p></li>`
}
