import { type Environment, formatAmount, type RunDocument, type StorageLocation } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'

const LOCATIONS = { target: 'native and bind-mounted files', volume: 'named volumes', layer: 'container layers' }
const FIRST_TOUCH = { handled: 'yes', unhandled: 'no', unknown: null }

/** Renders where a run wrote, and how its processes ran. Null if the document has neither. */
export function renderGround({ storage = [], environments = [], engines }: RunDocument): Html | null {
  if (storage.length + environments.length === 0) return null
  const titleOf = (id: string | null) => engines.find((engine) => engine.id === id)?.product ?? id ?? 'host'
  return html`<h3 id="ground">Where it ran</h3>
${
  storage.length > 0 &&
  html`${settings('Storage', STORAGE, storage, titleOf)}
<p class="fine">Since removal: the time from the last removal of files by Plimsoll on this machine to the first sample. Rest: how long the run waited before the first sample. ext4 without a journal creates files more slowly for a minute after a removal.</p>
`
}${
  environments.length > 0 &&
  html`${settings('Processes', PROCESSES, environments, titleOf)}
<p class="fine">Memory touched first: memory that a virtual machine never used before makes the first writes slow.</p>`
}`
}

/** A column of a table: its title, and its text for one entry. Null if the value is unknown. */
type Column<Entry> = [title: string, textOf: (entry: Entry) => string | null]

const STORAGE: Column<StorageLocation>[] = [
  ['Files', ({ location }) => LOCATIONS[location]],
  ['File system', ({ filesystem }) => filesystem],
  ['Journal', ({ journal, commitInterval }) => describeJournal(journal, commitInterval)],
  ['Discard', ({ discard }) => yesOrNo(discard)],
  ['Device of native', ({ sameDeviceAsHost }) => yesOrNo(sameDeviceAsHost)],
  ['Since removal', ({ sinceRemoval }) => seconds(sinceRemoval)],
  ['Rest', ({ rested }) => seconds(rested)],
]

const PROCESSES: Column<Environment>[] = [
  ['C library', ({ libc }) => libc],
  ['CPUs', ({ cpus }) => (cpus === null ? null : String(cpus))],
  ['CPU limit', ({ cpuLimit }) => (cpuLimit === null ? 'none known' : String(cpuLimit))],
  ['Memory limit', ({ memoryLimit }) => (memoryLimit === null ? 'none known' : formatAmount(memoryLimit, 'bytes'))],
  ['System calls filtered', ({ seccomp }) => yesOrNo(seccomp)],
  ['Memory touched first', ({ firstTouch }) => FIRST_TOUCH[firstTouch]],
]

function settings<Entry extends { engine: string | null }>(
  title: string,
  columns: Column<Entry>[],
  entries: Entry[],
  titleOf: (id: string | null) => string,
): Html {
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="settings">
<thead><tr><th scope="col">${title}</th>${columns.map(([name]) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${entries.map(
    (entry) =>
      html`<tr><th scope="row"><span class="name">${titleOf(entry.engine)}</span></th>${columns.map(([, textOf]) => html`<td>${textOf(entry) ?? 'unknown'}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

function describeJournal(journal: boolean | null, commitInterval: number | null): string | null {
  const interval = commitInterval === null ? '' : `, a commit every ${commitInterval} s`
  return journal === null ? null : `${journal ? 'yes' : 'no'}${interval}`
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no'
}

function seconds(value: number | null): string | null {
  return value === null ? null : `${Math.round(value).toLocaleString('en')} s`
}
