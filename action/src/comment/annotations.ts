import { type CheckRow, checkReport } from '../report/check.ts'
import { figureTexts } from '../report/check-texts.ts'
import { figures } from '../report/headline.ts'
import { inSentence } from '../report/plain-titles.ts'
import { MAX_LENGTH, plainLine } from './escape-untrusted.ts'
import type { RunOfJob } from './run-of-job.ts'

/** The maximum number of annotations. GitHub shows ten warnings of a step. */
const MAX_ANNOTATIONS = 10

/**
 * One warning of plain text for each slower benchmark. If more than ten are slower, the last warning gives the number
 * of the rest.
 */
export function annotationsFor(runs: readonly RunOfJob[]): string[] {
  const all = runs.flatMap((job) => {
    const report = job.status === 'measured' ? checkReport(job.run.document) : null
    const slower = report?.benchmarks.filter(({ verdict }) => verdict === 'slower') ?? []
    return slower.map((row) => annotationOf(row, report?.threshold as number, job.name))
  })
  if (all.length <= MAX_ANNOTATIONS) return all
  const shown = all.slice(0, MAX_ANNOTATIONS - 1)
  return [...shown, `${all.length - shown.length} more benchmarks are slower. The job summary lists all of them.`]
}

function annotationOf(row: CheckRow, threshold: number, job: string): string {
  const name = `${plainLine(inSentence(row.title), MAX_LENGTH.name)} on ${plainLine(job, MAX_LENGTH.name)}`
  const [, , , interval, rounds] = figureTexts(row, threshold)
  return `Slower: ${figures({ name, row, threshold })} (${interval}) in ${rounds} rounds.`
}
