import {
  describeNoVerdict,
  describeWork,
  type Note,
  type RunDocument,
  SELECTION,
  shortList,
  splitNotes,
} from '@plimsoll/schema'
import { fewerErrorLines } from '@plimsoll/workloads'
import type { CheckReport } from '../report/check.ts'
import { isUnjudged } from '../report/check-texts.ts'
import { listProblems, machineLine, suiteText } from '../report/rows.ts'
import { checkInFull, checkInShort } from './check-part.ts'
import { MAX_LENGTH, markdownLine, plainLine } from './escape-untrusted.ts'
import { headlineMarkdown, type JobResult } from './job-result.ts'
import { howToReadLink, inconclusiveLink, projectLink, runPageLink, summaryLink } from './links.ts'
import { type Content, folded, type Part } from './part.ts'
import { plainInFull, plainInShort } from './plain-part.ts'
import type { Links, MeasuredJob, RunOfJob } from './run-of-job.ts'
import { uncomparedNote } from './uncompared.ts'

/**
 * The maximum number of problems and notes that are shown, in the comment (`short`) and in the job summary (`full`).
 */
const MAX_REMARKS = { short: 8, full: 100 }

/** The part of a text about one job: `short` for a comment, `full` for the job summary. */
export function makeJobPart(result: JobResult, links: Links, detail: 'short' | 'full'): Part {
  const { job } = result
  // The job summary needs no link to itself.
  const summary = detail === 'short' ? summaryLink(job, links) : null
  const content =
    job.status === 'measured'
      ? contentOf(
          result,
          job,
          [
            ...[runPageLink(job, links), projectLink(job, links), summary, howToReadLink(links)],
            ...whatToDo(result, links),
          ],
          detail,
        )
      : { lead: lackOf(job, summary, detail), tables: [], foot: [] }
  return {
    heading: headlineMarkdown(result.headline, '####', plainLine(job.name, MAX_LENGTH.name)),
    ...content,
    elsewhere: summary === null ? 'the run document' : `the ${summary}`,
  }
}

function whatToDo({ report }: JobResult, links: Links): (string | null)[] {
  return report?.benchmarks.some(({ verdict }) => verdict === 'inconclusive') ? [inconclusiveLink(links)] : []
}

function lackOf(
  job: Exclude<RunOfJob, { status: 'measured' }>,
  summary: string | null,
  detail: 'short' | 'full',
): string[] {
  if (job.status === 'unchanged' || job.status === 'removed') return [markdownLine(job.sentence, MAX_LENGTH.paragraph)]
  const more = summary === null ? [] : [`More in the ${summary}.`]
  if (job.status !== 'missing') return [markdownLine(job.sentence, MAX_LENGTH.paragraph), ...more]
  if (job.reason !== null) {
    const { sentence, lines } = quotedLines(job.reason, detail)
    const quotation = lines.length === 0 ? [] : [`> ${lines.join('\\\n> ')}`]
    return [markdownLine(sentence, MAX_LENGTH.paragraph), ...quotation, ...more]
  }
  if (job.isInvalid)
    return ['The measuring job uploaded no valid run document. See its log, and check what it uploads.', ...more]
  return ['The measuring job ended without a run document. See its log for the reason.', ...more]
}

function contentOf(
  result: JobResult,
  job: MeasuredJob,
  addresses: (string | null)[],
  detail: 'short' | 'full',
): Omit<Content, 'method'> {
  const { hash, document } = job.run
  const { lead, tables, foot, method } = tablesOf(job, result.report, detail)
  const machine = `Machine: ${markdownLine(machineOf(document), MAX_LENGTH.paragraph)}`
  const origin = [identityOf(job), ...worksLines(document), ...method, machine]
  const links = addresses.filter((link) => link !== null)
  const uncompared = uncomparedNote(document.notes)
  // The run ended early because its time budget was used up.
  const ending = document.status === 'partial' ? document.notes.find(({ code }) => code === 'budget') : undefined
  const remarks = remarksOn(document, [uncompared, ending], detail)
  const partial = document.status === 'complete' ? [] : [markdownLine(ending?.text ?? INTERRUPTED)]
  const isBroken = result.report !== null && isUnjudged(result.report)
  const opening = [
    ...(uncompared === undefined ? openingOf(result, document) : []),
    ...partial,
    ...lead,
    // Where nothing was compared, the problems are the result.
    ...(isBroken ? remarks : []),
  ]
  const notes = isBroken ? [] : remarks
  if (detail === 'full')
    return { lead: opening, tables, foot: [...notes, ...foot, ...origin, [...links, `\`${hash}\``].join(' · ')] }
  const fold = folded('Method, machine and run document', [...origin, `\`${hash}\``].join('\n\n'))
  return {
    lead: opening,
    tables,
    foot: [...notes, ...foot, ...(links.length > 0 ? [`More: ${links.join(' · ')}`] : []), fold],
  }
}

const INTERRUPTED = 'The run was interrupted before all rounds were measured.'

function openingOf({ kind, report }: JobResult, { design, benchmarks }: RunDocument): string[] {
  if (benchmarks.every(({ status }) => status !== 'ok')) return []
  if (report === null && ['plain', 'failed', 'unreliable'].includes(kind))
    return ['Medians of this run only. A verdict needs a base measured in the same run.']
  const reason = describeNoVerdict(design)
  return reason === null ? [] : [markdownLine(reason, MAX_LENGTH.paragraph)]
}

function tablesOf(job: MeasuredJob, report: CheckReport | null, detail: 'short' | 'full'): Content {
  if (report === null) return detail === 'short' ? plainInShort(job) : plainInFull(job)
  return detail === 'short' ? checkInShort(job, report) : checkInFull(job, report)
}

/** The maximum number of problems with lines of the command's output, and of these lines. */
const MAX_OUTPUTS = { short: 3, full: 100 }
const MAX_LINES = { short: 12, full: 40 }

/**
 * For each benchmark that is not ok, the reason with the errors in the command's output; then the notes of the run.
 * @param elsewhere notes that the text has in another place
 */
function remarksOn(
  document: RunDocument,
  elsewhere: readonly (Note | undefined)[],
  detail: 'short' | 'full',
): string[] {
  const most = MAX_REMARKS[detail]
  const problems = listProblems(document).map((problem, index) => {
    const { sentence: reason, lines: quoted } = quotedLines(problem, detail)
    const lines = index < MAX_OUTPUTS[detail] ? quoted : []
    return [
      `**Problem:** ${markdownLine(reason)}`,
      ...(lines.length > 0 ? [`  > ${lines.join('\\\n  > ')}`] : []),
    ].join('\n')
  })
  const { warnings, information } = splitNotes(document.notes.filter((note) => !elsewhere.includes(note)))
  const notes = warnings.map(({ text }) => `**Note:** ${markdownLine(text)}`)
  const all = [...problems, ...notes, ...information.map(({ text }) => markdownLine(text))]
  const lines = [...all.slice(0, most), ...(all.length > most ? [`${all.length - most} more in the run document`] : [])]
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')]
}

/** A sentence, and the lines of untrusted output below it that say what is wrong, for a quotation, without markup. */
function quotedLines(text: string, detail: 'short' | 'full'): { sentence: string; lines: string[] } {
  const { sentence, lines } = fewerErrorLines(text, MAX_LINES[detail])
  return { sentence, lines: lines.map((line) => markdownLine(line, MAX_LENGTH.output)).filter((line) => line !== '') }
}

/** A sentence such as `Measured: suite quick 1, by plimsoll 0.1.0 on ubuntu-24.04.` */
function identityOf({ name, run: { document } }: MeasuredJob): string {
  const { harness, suite, deviations } = document
  const changes =
    suite.name === SELECTION || deviations.length === 0
      ? ''
      : ` Modified from the suite: ${markdownLine(deviations.join('; '))}.`
  const [by, on] = [`${harness.name} ${harness.version}`, name].map((text) => markdownLine(text, MAX_LENGTH.name))
  return `Measured: ${markdownLine(suiteText(document))}, by ${by} on ${on}.${changes}`
}

/** The ids and the params of the measured workloads, which the tables name in plain words. */
function worksLines({ benchmarks }: RunDocument): string[] {
  const works = new Set(benchmarks.map((benchmark) => plainLine(describeWork(benchmark), MAX_LENGTH.name)))
  return works.size === 0 ? [] : [`Workloads: ${markdownLine(shortList([...works]), MAX_LENGTH.paragraph)}.`]
}

function machineOf(document: RunDocument): string {
  const engines = document.engines.map(({ product, version }) => [product, version].filter(Boolean).join(' '))
  return [machineLine(document), ...new Set(engines)].join(' · ')
}
