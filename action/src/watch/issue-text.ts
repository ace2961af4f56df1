import { createHash } from 'node:crypto'
import { formatRatio, type ProjectHistory, type Slowdown } from '@plimsoll/schema'
import { MAX_LENGTH, markdownLine, plainLine } from '../comment/escape-untrusted.ts'

/** What the invisible first line of the issue remembers. */
export interface IssueMemory {
  /** The keys of the slowdowns that it reports (`keysOf`). */
  known: string[]
  /** Whether the slowdowns were gone when the action closed the issue. Else a person closed it, and accepted them. */
  gone: boolean
}

/** The maximum number of slowdowns in the table of an issue, which GitHub limits to 65,536 characters. */
const MAX_ROWS = 50

/** The title of an issue about slowdowns, one or more. */
export function issueTitle([first, ...others]: readonly Slowdown[]): string {
  if (first === undefined) return 'Slower on the main branch'
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  const commit = first.commit === null ? '' : ` (${first.commit.slice(0, 7)})`
  const benchmark = plainLine(first.benchmark, MAX_LENGTH.name)
  return `Slower on the main branch: ${benchmark}, ${formatRatio(first.factor)} since ${day(first)}${commit}${more}`
}

/** The text of an issue about slowdowns. @param page the address of the project's page */
export function issueBody(slowdowns: readonly Slowdown[], { answer }: ProjectHistory, page: string): string {
  const rows = slowdowns.slice(0, MAX_ROWS).map((slowdown) => `| ${fields(slowdown).join(' | ')} |`)
  const more = slowdowns.length - rows.length
  return [
    issueMarker({ known: slowdowns.map(({ benchmark, machine, run }) => keyOf(benchmark, machine, run)), gone: false }),
    `${markdownLine(answer, MAX_LENGTH.paragraph)}`,
    '',
    '| benchmark | since | first commit after it | change | today |',
    '| --- | --- | --- | ---: | ---: |',
    ...rows,
    ...(more > 0 ? ['', `${more} more are on the page of the project.`] : []),
    '',
    `[History with all runs](${page})`,
    '',
    'The change is the median after it ÷ the median before it. The history says when times changed, not why: a new version of the runner or of the engine can be the cause as well. A check tells: of the pull request, or of two folders on one machine with `plimsoll run --base … --head …`.',
    '',
    'This issue closes itself when the results are back more than half of the way, or when the workload itself changed. To accept a slowdown, close the issue: it is not reported again.',
  ].join('\n')
}

/** The comment about slowdowns that are new in an open issue. */
export function newSlowdownsText(slowdowns: readonly Slowdown[]): string {
  const lines = slowdowns.slice(0, MAX_ROWS).map((slowdown) => `- ${fields(slowdown).slice(0, 4).join(', ')}`)
  return ['Also slower:', '', ...lines].join('\n')
}

/** The comment with which the action closes an issue. */
export function goneText({ answer }: ProjectHistory, page: string): string {
  return `The slowdown is gone: the results are back, the workload itself changed, or the [history](${page}) shows no such change any more.\n\n${markdownLine(answer, MAX_LENGTH.paragraph)}`
}

function fields(slowdown: Slowdown): string[] {
  const { benchmark, machine, commit, factor, now } = slowdown
  return [
    markdownLine([benchmark, machine].filter((text) => text !== null).join(', '), MAX_LENGTH.output),
    day(slowdown),
    // GitHub links the hash of a commit.
    commit ?? 'unknown',
    formatRatio(factor),
    formatRatio(now),
  ]
}

function day({ since }: Slowdown): string {
  return since.slice(0, 10)
}

/** The keys by which a slowdown is known: one for each run at which it may be found. */
export function keysOf({ benchmark, machine, near }: Slowdown): string[] {
  return near.map((run) => keyOf(benchmark, machine, run))
}

function keyOf(benchmark: string, machine: string | null, run: string): string {
  return createHash('sha256')
    .update(JSON.stringify([benchmark, machine, run]))
    .digest('hex')
    .slice(0, 16)
}

const MARKER = /^<!-- plimsoll:watch( gone)?((?: [0-9a-f]{16}){0,1000}) -->$/

/** The invisible first line of the issue. */
export function issueMarker({ known, gone }: IssueMemory): string {
  return `<!-- ${['plimsoll:watch', ...(gone ? ['gone'] : []), ...known].join(' ')} -->`
}

/** Reads what an issue remembers. Null if it is not an issue of the watch action. */
export function readIssueMarker(body: string): IssueMemory | null {
  const [line, gone, keys = ''] = MARKER.exec(body.split(/\r?\n/, 1)[0] ?? '') ?? []
  return line === undefined ? null : { known: keys.split(' ').filter(Boolean), gone: gone !== undefined }
}
