import type { RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import { enginesTitle, formatTime, isCheck, listEngines, runTitle } from '../page/titles.ts'
import type { RunEntry } from '../search/search-index.ts'
import { addressOf, type Choice } from './choice.ts'
import type { LoadedRun } from './load-run.ts'

export type Side = keyof Choice

/** The number of runs listed at once. Typing more letters finds the others. */
const MAX_CANDIDATES = 8

/** The loaded run of each side; null if none was chosen. */
export type Sides = Record<Side, LoadedRun | null>

/**
 * Renders the two sides of the choice: the chosen run, or a field to find one. Addresses are relative to the page
 * itself.
 */
export function renderChoice(choice: Choice, sides: Sides): Html {
  const both = choice.a !== '' && choice.b !== ''
  return html`<section aria-labelledby="runs"><h2 id="runs">Runs</h2>
<div class="sides">${(['a', 'b'] as const).map((side) => renderSide(side, choice, sides[side]))}</div>
${both && html`<p class="fine"><a data-choice href="${addressOf({ a: choice.b, b: choice.a })}">Swap A and B</a></p>`}</section>`
}

function renderSide(side: Side, choice: Choice, loaded: LoadedRun | null): Html {
  const name = side.toUpperCase()
  if (loaded === null || 'problem' in loaded) {
    return html`<div class="side"><h3>${name}</h3>${loaded !== null && html`<p class="problem-of-side" role="alert">${loaded.problem}</p>`}
<label for="find-${side}">Find a run for ${name}</label>
<input type="search" id="find-${side}" data-side="${side}" autocomplete="off" spellcheck="false" placeholder="engine, processor, project, id">
<p class="fine" role="status" id="found-${side}"></p>
<ul class="runs" id="offered-${side}"></ul></div>`
  }
  const { id, document, state } = loaded
  return html`<div class="side"><h3>${name}</h3><p class="chosen"><a href="runs/${id}">${runTitle(document)}</a></p>
${state !== null && html`<p class="problem-of-side">This run is ${state}; see its page.</p>`}<p class="fine">${detailOf(document)} · <time datetime="${document.startedAt}">${formatTime(document.startedAt)}</time></p><p class="fine"><code>${id}</code></p>
<p class="fine"><a data-choice href="${addressOf({ ...choice, [side]: '' })}">Choose another run for ${name}</a></p></div>`
}

/** Renders the runs found for one side of the choice, each as a link to the page with this run chosen. */
export function renderCandidates(side: Side, choice: Choice, found: readonly RunEntry[]): Html {
  return html`${found.slice(0, MAX_CANDIDATES).map((run) => {
    const { id, suite, system, cpu, engines, day, remarks } = run
    const titles = listEngines(engines.map(({ title }) => title))
    return html`<li><a data-choice href="${addressOf({ ...choice, [side]: id })}">${suite} on ${[system, cpu].filter(Boolean).join(', ')}</a>
<p><span>${titles}</span>${remarks.map((remark) => html`<span>${remark}</span>`)}<time datetime="${day}">${day}</time><code>${id.slice(0, 10)}</code></p></li>`
  })}`
}

/** Describes how many runs were found. */
export function describeCandidates(count: number, query: string): string {
  if (count === 0) return query === '' ? 'There is no other run.' : `No run matches “${query}”.`
  if (count <= MAX_CANDIDATES) return count === 1 ? '1 run' : `${count} runs`
  return `${MAX_CANDIDATES} of ${count.toLocaleString('en')} runs; type to find others.`
}

function detailOf(document: RunDocument): string {
  return [enginesTitle(document), ...(isCheck(document) ? ['a check'] : []), document.status].join(' · ')
}
