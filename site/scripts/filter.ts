import { html } from '../src/html.ts'
import { FILTERS, type FilterName, filterRuns, readFilters, writeFilters } from '../src/search/filters.ts'
import { type FoundPage, findPages } from '../src/search/find-pages.ts'
import { renderRuns } from '../src/search/render-runs.ts'
import { type RunEntry, readSearchIndex, type SearchIndex } from '../src/search/search-index.ts'

// Search and filters of the list of runs. The address alone determines which runs are shown, so that it can be
// bookmarked, shared and reached with the back button. Without filters the page stays as it was built.

const RUNS_AT_ONCE = 100

const panel = document.getElementById('filters') as HTMLElement
const matches = document.getElementById('matches') as HTMLElement
const all = document.getElementById('all') as HTMLElement
const found = document.getElementById('found') as HTMLElement
const clear = document.getElementById('clear') as HTMLButtonElement
const root = matches.dataset.root ?? ''

let loading: Promise<{ pages: string[]; runs: RunEntry[] }> | undefined
let shown = RUNS_AT_ONCE
/**
 * Whether the reader is still typing the text that made the current address. In that case, the next address replaces
 * the current one, so that the back button undoes the whole text.
 */
let typing = false

panel.hidden = false
void show()
addEventListener('popstate', () => {
  typing = false
  start(false)
})
panel.addEventListener('input', () => start(true))
panel.addEventListener('change', () => {
  typing = false
})
clear.addEventListener('click', () => {
  for (const control of controls()) control.value = ''
  typing = false
  start(true)
  controls()[0]?.focus()
})
matches.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) void showMore()
})

/**
 * Shows the first runs again.
 * @param wasSet whether the reader set a control; then the controls filter, not the address
 */
function start(wasSet: boolean): void {
  shown = RUNS_AT_ONCE
  if (wasSet) {
    const set = Object.fromEntries(controls().map(({ name, value }) => [name, value.trim()]))
    const address = location.pathname + writeFilters({ ...readFilters(''), ...set })
    if (typing) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    typing = document.activeElement instanceof HTMLInputElement
  }
  void show(wasSet)
}

/**
 * Shows the runs that match the filters in the address.
 * @param keep leaves the controls alone, because the reader may be typing
 */
async function show(keep = false): Promise<void> {
  const search = location.search
  const filters = readFilters(search)
  if (!keep) for (const control of controls()) control.value = filters[control.name as FilterName]
  const isSet = FILTERS.some((name) => filters[name] !== '')
  clear.hidden = !isSet
  all.hidden = isSet
  matches.hidden = !isSet
  if (!isSet) {
    found.textContent = ''
    return
  }
  try {
    const { pages, runs } = await load()
    if (location.search !== search) return
    const matching = filterRuns(runs, filters)
    found.textContent = matching.length === 1 ? 'One run.' : `${matching.length.toLocaleString('en')} runs.`
    matches.innerHTML =
      html`${renderPages(findPages({ pages }, runs, filters.q))}${renderRuns(matching.slice(0, shown), root)}${
        matching.length > shown &&
        html`<button type="button">Show ${Math.min(RUNS_AT_ONCE, matching.length - shown)} more</button>`
      }`.text
  } catch {
    loading = undefined
    found.textContent = 'The list of runs could not be loaded. Reload the page to retry.'
  }
}

async function showMore(): Promise<void> {
  const first = shown
  shown += RUNS_AT_ONCE
  await show(true)
  matches.querySelectorAll<HTMLElement>('.runs > li > a')[first]?.focus()
}

function load(): Promise<{ pages: string[]; runs: RunEntry[] }> {
  loading ??= fetch(panel.dataset.index ?? '').then(async (answer) => {
    if (!answer.ok) throw new Error(`The search index could not be loaded (HTTP status ${answer.status}).`)
    const index = (await answer.json()) as SearchIndex
    return { pages: index.pages, runs: readSearchIndex(index) }
  })
  return loading
}

function renderPages(pages: FoundPage[]) {
  return (
    pages.length > 0 &&
    html`<ul class="places" aria-label="Pages">${pages.map(
      ({ kind, name, address }) => html`<li><a href="${root}${address}">${name}</a> <small>${kind}</small></li>`,
    )}</ul>`
  )
}

function controls(): (HTMLInputElement | HTMLSelectElement)[] {
  return [...panel.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
}
