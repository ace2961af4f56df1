import type { Note, RunDocument } from '@plimsoll/schema'
import { shortList } from '../plain-text.ts'

/** The headlines of pull requests that have nothing to compare, by the code of their note in the run document. */
const TITLES: Record<string, string> = {
  'new-workloads': 'nothing to compare yet: the base branch does not have these workloads',
  'no-workloads': 'nothing to compare: the project has no workloads in .plimsoll/',
}

/** A note for a pull request whose workloads are all new. */
export function newWorkloadsNote(workloads: readonly string[]): Note {
  return {
    code: 'new-workloads',
    text: `New in this pull request: ${shortList([...workloads])}. This run measured the head only. Once the base branch has ${workloads.length === 1 ? 'this workload' : 'these workloads'}, Plimsoll measures base and head of every pull request and reports what became slower.`,
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
export function uncomparedReason({ notes }: RunDocument): { title: string; more: string } | null {
  const note = uncomparedNote(notes)
  return note === undefined ? null : { title: TITLES[note.code] as string, more: note.text }
}

/** The note on why the run of a pull request compares nothing. */
export function uncomparedNote(notes: readonly Note[]): Note | undefined {
  return notes.find(({ code }) => Object.hasOwn(TITLES, code))
}
