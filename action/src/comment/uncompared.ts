import { type Note, type RunDocument, shortList } from '@plimsoll/schema'
import { listWorkloads } from '@plimsoll/workloads'
import { printable } from '../plain-text.ts'

/** The headlines of pull requests that have nothing to compare, by the code of their note in the run document. */
const TITLES: Record<string, (document: RunDocument) => string> = {
  'new-workloads': (document) => `nothing to compare yet: the base branch does not have ${ownWorkloads(document)}`,
  'no-workloads': () => 'nothing to compare: the project has no workloads in .plimsoll/',
}

/** The maximum length of a question in a note, which is a line of at most 500 characters. */
const MAX_QUESTION = 150

/** A note for a pull request whose workloads are all new. The question is shown only if one workload is new. */
export function newWorkloadsNote(workloads: readonly { workload: string; question: string }[]): Note {
  const [first, ...others] = workloads
  const question = first === undefined || others.length > 0 ? '' : ` (${short(first.question)})`
  const names = shortList(workloads.map(({ workload }) => workload))
  return {
    code: 'new-workloads',
    text: `Merge this pull request; from the next one on, Plimsoll compares. New in this one: ${names}${question}. This run measured the head only.`,
  }
}

/** A note for a pull request of a project without workloads of its own. */
export function noWorkloadsNote(): Note {
  return {
    code: 'no-workloads',
    text: 'The suite quick was measured instead. Its results describe the runner, not the pull request. To compare base and head, add a file .plimsoll/NAME.yml that describes the command to measure.',
  }
}

/** Why the run of a pull request compares nothing: the headline, and the sentences below it. Null if no note says so. */
export function uncomparedReason(document: RunDocument): { title: string; more: string } | null {
  const note = uncomparedNote(document.notes)
  return note === undefined ? null : { title: TITLES[note.code]?.(document) as string, more: note.text }
}

/** The note on why the run of a pull request compares nothing. */
export function uncomparedNote(notes: readonly Note[]): Note | undefined {
  return notes.find(({ code }) => Object.hasOwn(TITLES, code))
}

/** The measured workloads of the project itself, as part of a sentence. */
function ownWorkloads({ benchmarks }: RunDocument): string {
  const ofCatalog = new Set(listWorkloads().map(({ workload }) => workload))
  const own = new Set(benchmarks.map(({ workload }) => workload).filter((name) => !ofCatalog.has(name)))
  return own.size === 0 ? 'these workloads' : `the workload${own.size === 1 ? '' : 's'} ${shortList([...own])}`
}

function short(question: string): string {
  const line = printable(question)
  return line.length > MAX_QUESTION ? `${line.slice(0, MAX_QUESTION - 1)}…` : line
}
