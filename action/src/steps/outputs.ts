import { judgeRun, type RunDocument, runReliability } from '@plimsoll/schema'
import type { Links } from '../comment/run-of-job.ts'
import { VERDICT_ORDER } from '../report/check.ts'
import type { Publication } from './publish.ts'

/** The possible results of a run, the most urgent first. */
const WORDS = ['unreliable', ...VERDICT_ORDER]

/**
 * The most urgent result of a check in one word. Empty if no benchmark has a verdict, and for a plain run, unless it is
 * unreliable.
 */
export function mostUrgentVerdict(document: RunDocument): string {
  const check = judgeRun(document)
  if (check?.status === 'unreliable' || runReliability(document).unreliable) return 'unreliable'
  return mostUrgentWord(new Set(check?.benchmarks.map(({ verdict }) => verdict)))
}

/** The most urgent of several results. Empty if there is none. */
export function mostUrgentWord(said: ReadonlySet<string | null>): string {
  return WORDS.find((word) => said.has(word)) ?? ''
}

/**
 * The number of benchmarks for each verdict. Benchmarks without a verdict are counted by the reason, such as `failed`
 * or `unsupported`.
 */
export function countVerdicts(document: RunDocument): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { verdict, absence } of judgeRun(document)?.benchmarks ?? []) {
    const what = absence ?? verdict ?? 'not reported'
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

/** The name of a measuring job: its runner and its engines. */
export function jobName({ host, engines }: RunDocument): string {
  const runner = host.runner.label ?? [host.os.name, host.os.version].filter((part) => part !== null).join(' ')
  return [runner, ...engines.map(({ product }) => product)].join(' · ')
}

/** The address of this job's summary. Null outside of GitHub. */
export function summaryAddress(): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = process.env
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : null
}

const GITHUB = 'https://github.com'

/**
 * The servers that a comment may link to.
 * @param published the registry to which the runs were published, null if there is none, and whether they are signed
 */
export function makeLinks({ registry, isSigned }: Pick<Publication, 'registry' | 'isSigned'>): Links {
  const { GITHUB_SERVER_URL: server = GITHUB, GITHUB_REPOSITORY_ID: id } = process.env
  // The projects of other servers have the name of their server in the address.
  const hasPage = registry !== null && isSigned && server === GITHUB && id !== undefined
  return { registry, server, project: hasPage ? `${registry}/projects/id/${id}` : null }
}
