import { type Choice, readChoice } from '../src/compare/choice.ts'
import {
  CANDIDATES_AT_ONCE,
  Candidates,
  ChosenRuns,
  describeCandidates,
  SAME_RUN,
  type Side,
} from '../src/compare/choose-runs.tsx'
import type { ComparedRuns } from '../src/compare/doubts.ts'
import {
  findCandidates,
  type LoadedRun,
  loadCandidates,
  loadRun,
  loadRunStates,
  type RunStates,
} from '../src/compare/load-run.ts'
import { renderStatic } from '../src/page-parts/render-static.ts'
import type { RunEntry } from '../src/search/search-index.ts'

// The page that compares two runs. The address alone determines its content.

const container = document.getElementById('comparison') as HTMLElement
const progress = document.getElementById('comparing') as HTMLElement
const loaded = new Map<string, Promise<LoadedRun>>()
let runStates: Promise<RunStates> | undefined
let candidates: Promise<RunEntry[]> | undefined

void show()
addEventListener('popstate', () => void show())
container.addEventListener('click', follow)
container.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement) void offer(target)
})
container.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement && target.dataset.more !== undefined)
    void offerMore(target.dataset.more as Side)
})

/** Shows the runs that the address names. */
async function show(): Promise<void> {
  const choice = readChoice(location.search)
  container.setAttribute('aria-busy', 'true')
  progress.textContent = choice.a !== '' && choice.b !== '' ? 'Comparing…' : ''
  const [a, b] = await Promise.all([load(choice.a), load(choice.b)])
  // The reader may have chosen other runs while these were downloaded.
  if (!isCurrent(choice)) return
  const compared = a !== null && b !== null && 'document' in a && 'document' in b
  const same = compared && a.id === b.id
  container.innerHTML = renderStatic(
    <>
      <ChosenRuns choice={choice} sides={{ a, b }} />
      <div id="compared">{same && <p className="warning">{SAME_RUN}</p>}</div>
    </>,
  )
  for (const input of container.querySelectorAll('input')) void offer(input)
  if (compared && !same) {
    const text = await compare({ a: a.document, b: b.document, states: { a: a.state, b: b.state } })
    if (!isCurrent(choice)) return
    const result = document.getElementById('compared')
    if (result !== null) result.innerHTML = text
  }
  container.removeAttribute('aria-busy')
  progress.textContent = ''
}

/** Returns the comparison as HTML. A worker computes it. */
function compare(runs: ComparedRuns): Promise<string> {
  return new Promise((resolve) => {
    const worker = new Worker(container.dataset.worker ?? '', { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener('error', () => {
      worker.terminate()
      resolve(renderStatic(FAILED))
    })
    worker.postMessage(runs)
  })
}

const FAILED = (
  <p className="warning" role="alert">
    The comparison script could not be loaded. Reload this page.
  </p>
)

function isCurrent({ a, b }: Choice): boolean {
  const current = readChoice(location.search)
  return current.a === a && current.b === b
}

async function load(id: string): Promise<LoadedRun | null> {
  if (id === '') return null
  runStates ??= loadRunStates(fetchText)
  const loading = loaded.get(id) ?? loadRun(id, runStates, fetchText)
  loaded.set(id, loading)
  const run = await loading
  // Do not cache a failed download, so that the next request tries again.
  if ('problem' in run) {
    loaded.delete(id)
    runStates = undefined
  }
  return run
}

async function fetchText(address: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(address)
  return { status: answer.status, text: await answer.text() }
}

/**
 * Changes the choice of runs without reloading the page, so that the loaded runs are kept. The back button undoes the
 * change.
 */
async function follow(event: MouseEvent): Promise<void> {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-choice]')
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  history.pushState(null, '', link.href)
  await show()
  const next = container.querySelector<HTMLElement>('input') ?? container.querySelector<HTMLElement>('#runs')
  next?.setAttribute('tabindex', next.tagName === 'INPUT' ? '0' : '-1')
  // The browser would scroll no further than to the field, with the run that is already chosen above the screen.
  next?.focus({ preventScroll: true })
  container.querySelector('#runs')?.scrollIntoView()
}

/** Adds more runs to the list below a field, and moves the focus to the first of them. */
async function offerMore(side: Side): Promise<void> {
  const links = document.getElementById(`offered-${side}`)?.getElementsByTagName('a')
  const input = document.getElementById(`find-${side}`) as HTMLInputElement
  const before = links?.length ?? 0
  await offer(input, before + CANDIDATES_AT_ONCE)
  links?.[before]?.focus()
}

/** Fills the list below a field with the first of the runs that match its text. */
async function offer(input: HTMLInputElement, limit = CANDIDATES_AT_ONCE): Promise<void> {
  const side = input.dataset.side as Side
  const list = document.getElementById(`offered-${side}`)
  const status = document.getElementById(`found-${side}`)
  const more = document.getElementById(`more-${side}`)
  candidates ??= loadCandidates(fetchText)
  const query = input.value.trim()
  try {
    const choice = readChoice(location.search)
    const found = findCandidates(await candidates, query, choice[side === 'a' ? 'b' : 'a'])
    if (list === null || status === null || more === null || input.value.trim() !== query) return
    const runs = found.slice(0, limit)
    list.innerHTML = renderStatic(<Candidates side={side} choice={choice} runs={runs} />)
    status.textContent = describeCandidates(found.length, runs.length, query)
    more.hidden = runs.length === found.length
  } catch {
    candidates = undefined
    if (status !== null) status.textContent = 'The list of runs could not be loaded. Type again to retry.'
  }
}
