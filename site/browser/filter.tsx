import { RunList } from '../components/run-list.tsx'
import type { Root } from '../components/site-frame.tsx'
import { renderStatic } from '../src/page-parts/render-static.ts'
import { FILTERS, type FilterName, filterRuns, readFilters, writeFilters } from '../src/search/filters.ts'
import type { RunEntry, SearchIndex } from '../src/search/search-index.ts'

// Search and filters of the list of runs. The address alone determines which runs are shown, so that it can be
// bookmarked, shared and reached with the back button. Without filters the page stays as it was built.

const RUNS_AT_ONCE = 100

const panel = document.getElementById('filters') as HTMLElement
const matches = document.getElementById('matches') as HTMLElement
const all = document.getElementById('all') as HTMLElement
const found = document.getElementById('found') as HTMLElement
const clear = document.getElementById('clear') as HTMLButtonElement
const root = (matches.dataset.root ?? '') as Root
const selects = document.getElementById('selects') as HTMLDetailsElement

let loading: Promise<SearchIndex> | undefined
let shown = RUNS_AT_ONCE
/**
 * Whether the reader is still typing the text that made the current address. In that case, the next address replaces
 * the current one, so that the back button undoes the whole text.
 */
let typing = false

panel.hidden = false
void show()
selects.open = matchMedia('(min-width: 40.01rem)').matches || controls().some(isSelected)
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
    const { runs } = await load()
    if (location.search !== search) return
    const matching = filterRuns(runs, filters)
    found.textContent = describeFound(matching, filters.q)
    const rest = matching.length - shown
    matches.innerHTML = renderStatic(
      <>
        {matching.length === 0 && <NothingFound />}
        <RunList runs={matching.slice(0, shown)} root={root} />
        {rest > 0 && <button type="button">Show {Math.min(RUNS_AT_ONCE, rest)} more</button>}
      </>,
    )
  } catch {
    loading = undefined
    found.textContent = 'The list of runs could not be loaded. Reload the page to retry.'
  }
}

/** Says how many runs were found. A text finds generated runs last, out of the order of time. */
function describeFound(runs: readonly RunEntry[], query: string): string {
  const origins = new Set(runs.map(({ origin }) => origin === 'generated'))
  const order = query !== '' && origins.size > 1 ? ', those with generated figures last' : ''
  return runs.length === 1 ? 'One run.' : `${runs.length.toLocaleString('en')} runs${order}.`
}

async function showMore(): Promise<void> {
  const first = shown
  shown += RUNS_AT_ONCE
  await show(true)
  matches.querySelectorAll<HTMLElement>('.runs > li > a')[first]?.focus()
}

function load(): Promise<SearchIndex> {
  loading ??= fetch(panel.dataset.index ?? '').then(async (answer) => {
    if (!answer.ok) throw new Error(`The search index could not be loaded (HTTP status ${answer.status}).`)
    return (await answer.json()) as SearchIndex
  })
  return loading
}

/** What a reader whose search found no run can search for. */
function NothingFound() {
  return (
    <p>
      No run matches all of this. A search looks at engine, processor, system, workload, scenario (such as bind),
      project, suite, origin, date (such as 2026-11) and the beginning of the id.{' '}
      <a href={location.pathname}>All runs</a>
    </p>
  )
}

function isSelected(control: HTMLInputElement | HTMLSelectElement): boolean {
  return control instanceof HTMLSelectElement && control.value !== ''
}

function controls(): (HTMLInputElement | HTMLSelectElement)[] {
  return [...panel.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
}
