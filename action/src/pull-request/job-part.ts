import { describeNoVerdict, type RunDocument } from '@plimsoll/schema'
import type { CheckReport } from '../report/check.ts'
import { machineLine, problemsOf } from '../report/rows.ts'
import { checkInFull, checkInShort } from './check-part.ts'
import { type JobResult, urgencyOf, verdictOf } from './job-result.ts'
import { runPageLink, summaryLink } from './links.ts'
import type { Content, Part } from './part.ts'
import { plainInFull, plainInShort } from './plain-part.ts'
import type { Links, MeasuredJob, RunOfJob } from './run-of-job.ts'
import { MOST, markdownLine } from './strangers-text.ts'

/** How many of what may be many stand in a comment. */
const MOST_PROBLEMS = 8

/** What is said of one job: `short` in a comment, `full` in the job summary. */
export function partOf(result: JobResult, links: Links, detail: 'short' | 'full'): Part {
  const { job } = result
  const content =
    job.status === 'measured' ? contentOf(result, job, links, detail) : { lead: [lackOf(job)], tables: [], foot: [] }
  const summary = summaryLink(job, links)
  return {
    urgency: urgencyOf(result),
    name: markdownLine(job.name, MOST.name),
    verdict: verdictOf(result),
    ...content,
    foot: job.status === 'measured' || summary === null ? content.foot : [...content.foot, summary],
    elsewhere: detail === 'short' && summary !== null ? `the ${summary}` : 'the run document',
  }
}

function lackOf(job: Exclude<RunOfJob, { status: 'measured' }>): string {
  if (job.status === 'unsupported') return markdownLine(job.sentence)
  return 'The measuring job ended without a run document: its log says why.'
}

function contentOf({ kind, report }: JobResult, job: MeasuredJob, links: Links, detail: 'short' | 'full'): Content {
  const { document, hash } = job.run
  const { lead, tables, foot } = tablesOf(job, report, detail)
  const addresses = [runPageLink(job, links), summaryLink(job, links)].filter((link) => link !== null)
  return {
    lead: [...openingOf(kind, document), ...partialLine(document), ...lead],
    tables,
    foot: [
      ...remarksOn(document),
      ...foot,
      `Machine: ${markdownLine(machineOf(job), MOST.paragraph)}`,
      [...addresses, `\`${hash}\``].join(' · '),
    ],
  }
}

function openingOf(kind: JobResult['kind'], { design }: RunDocument): string[] {
  if (kind === 'plain') return ['Medians of this run alone: a verdict needs a base measured in the same run.']
  const reason = describeNoVerdict(design)
  return reason === null ? [] : [markdownLine(reason, MOST.paragraph)]
}

function tablesOf(job: MeasuredJob, report: CheckReport | null, detail: 'short' | 'full'): Content {
  if (report === null) return detail === 'short' ? plainInShort(job) : plainInFull(job)
  return detail === 'short' ? checkInShort(job, report) : checkInFull(job, report)
}

/** A budget says so in a note of its own. */
function partialLine({ status, notes }: RunDocument): string[] {
  if (status === 'complete' || notes.some(({ code }) => code === 'budget')) return []
  return ['The run was interrupted: not every round was measured.']
}

/** The notes of a run, and the first line of why cells are not ok. */
function remarksOn(document: RunDocument): string[] {
  const problems = problemsOf(document).map(
    (problem) => `**Problem:** ${markdownLine(problem.split('\n')[0] as string)}`,
  )
  const notes = document.notes.map(({ text }) => `**Note:** ${markdownLine(text)}`)
  const all = [...problems, ...notes]
  const more = all.length - MOST_PROBLEMS
  const lines = [...all.slice(0, MOST_PROBLEMS), ...(more > 0 ? [`${more} more in the run document`] : [])]
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')]
}

function machineOf({ name, run: { document } }: MeasuredJob): string {
  const { suite, division, harness } = document
  const suiteText = `suite ${suite.name} ${suite.version} (${division})`
  return [name, machineLine(document), suiteText, `${harness.name} ${harness.version}`].join(' · ')
}
