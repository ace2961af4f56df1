import { judgeRun, type RunDocument } from '@plimsoll/schema'
import type { Links } from '../pull-request/run-of-job.ts'
import { VERDICT_ORDER } from '../report/check.ts'

/** What a check says in a word. */
const WORDS = ['unreliable', ...VERDICT_ORDER]

/** What a check says in a word: the first that any benchmark is; empty for a plain run, and where no benchmark is judged. */
export function verdictOf(document: RunDocument): string {
  const check = judgeRun(document)
  if (check?.status === 'unreliable') return 'unreliable'
  return firstOf(new Set(check?.benchmarks.map(({ verdict }) => verdict)))
}

/** Of several words the one to look at first; empty where there is none. */
export function firstOf(said: ReadonlySet<string | null>): string {
  return WORDS.find((word) => said.has(word)) ?? ''
}

/** How many benchmarks have which verdict, `failed`, `unsupported` or another reason among them. */
export function countsOf(document: RunDocument): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { verdict, absence } of judgeRun(document)?.benchmarks ?? []) {
    const what = absence ?? verdict ?? 'not reported'
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

/** What a measuring job is called beside others: its runner, and its engines. */
export function jobName({ host, engines }: RunDocument): string {
  const runner = host.runner.label ?? [host.os.name, host.os.version].filter((part) => part !== null).join(' ')
  return [runner, ...engines.map(({ product }) => product)].join(' · ')
}

/** Where this job's summary is shown; null outside of GitHub. */
export function summaryAddress(): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = process.env
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : null
}

/** Whose addresses a comment may link to. @param registry that runs were handed in to; null where there is none */
export function linksOf(registry: string | null): Links {
  return { registry, server: process.env.GITHUB_SERVER_URL ?? 'https://github.com' }
}
