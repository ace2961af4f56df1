import { type Benchmark, counted, judgeRun, type RunDocument } from '@plimsoll/schema'
import { listWorkloads } from '@plimsoll/workloads'
import { printable } from '../plain-text.ts'

/** Why a run failed. The texts of its document are untrusted. */
export interface Failure {
  /** one line without a full stop, such as `2 of 2 benchmarks failed: sort-lines: exit code 1` */
  title: string
  /** whether nothing was measured of the project's own workloads, or of a run without any */
  isTotal: boolean
}

/** The maximum length of a reason, in UTF-16 code units. */
const MAX_REASON = 300

/**
 * Why a run failed: benchmarks failed, or none of the project's own workloads could be measured, for example because
 * their image does not exist. Null if the run did not fail.
 */
export function findFailure(document: RunDocument): Failure | null {
  if (document.benchmarks.every(({ status }) => status === 'ok')) return null
  const shown = shownBenchmarks(document)
  const own = ownOf(shown)
  const isTotal = (own.length > 0 ? own : shown).every(({ status }) => status !== 'ok')
  const [failed, ...others] = shown.filter(({ status }) => status === 'failed')
  if (failed) {
    const count = `${others.length + 1} of ${counted(shown.length, 'benchmark')}`
    const isBrokenByHead = [failed, ...others].every((benchmark) => isBroken(benchmark, document))
    const what = isBrokenByHead ? `${others.length === 0 ? 'works' : 'work'} in base, but not in head` : 'failed'
    return { title: `${count} ${what}: ${failed.workload}: ${reasonOf(failed)}`, isTotal }
  }
  const control = document.benchmarks.find(({ status }) => status === 'failed')
  if (control) return { title: `a control failed: ${control.workload}: ${reasonOf(control)}`, isTotal }
  const unmeasured = isUnmeasured(document) ? own.find(isImpossible) : undefined
  if (unmeasured === undefined) return null
  const what = shown.length === own.length ? 'nothing' : 'no workload of the project'
  return { title: `${what} was measured: ${reasonOf(unmeasured)}`, isTotal }
}

/**
 * Whether none of the project's own workloads could be measured, although the runner has what the run needs. Workloads
 * that declare themselves when they are unsupported do not count.
 */
export function isUnmeasured(document: RunDocument): boolean {
  if (!document.benchmarks.some(isImpossible)) return false
  const own = ownOf(shownBenchmarks(document))
  return own.every(({ status }) => status === 'unsupported') && own.some(isImpossible)
}

/** That the environment supports no benchmark of a run, or that none was measured on one of its engines. */
export interface Unmeasured {
  /** one line without a full stop, with the reason of the first benchmark that failed, or of the first */
  title: string
  /** whether no benchmark is supported at all */
  isTotal: boolean
}

/** Null if one benchmark or more was measured on each engine, or may have been. */
export function findUnmeasured({ benchmarks, engines }: RunDocument): Unmeasured | null {
  const [first] = benchmarks
  if (first && benchmarks.every(({ status }) => status === 'unsupported'))
    return { title: `nothing was measured: ${reasonOf(first)}`, isTotal: true }
  for (const { id, product } of engines) {
    const own = benchmarks.filter(({ engine }) => engine === id)
    if (own.length === 0 || own.some(({ status }) => status !== 'unsupported' && status !== 'failed')) continue
    // What the engine does not support says less than what failed.
    const reason = reasonOf(own.find(({ status }) => status === 'failed') ?? (own[0] as Benchmark))
    return { title: `nothing was measured on ${printable(product, MAX_REASON)}: ${reason}`, isTotal: false }
  }
  return null
}

/** The benchmarks of workloads that are not in Plimsoll's catalog. */
function ownOf(benchmarks: Benchmark[]): Benchmark[] {
  const ofCatalog = new Set(listWorkloads().map(({ workload }) => workload))
  return benchmarks.filter(({ workload }) => !ofCatalog.has(workload))
}

/** Whether a benchmark could not even be started. */
function isImpossible({ status, samples }: Benchmark): boolean {
  return status === 'unsupported' && samples.length === 0
}

/** The benchmarks that a table shows. Of the two variants in a row of a check, the one that was not measured. */
function shownBenchmarks(document: RunDocument): Benchmark[] {
  const check = judgeRun(document)
  if (check === null) return document.benchmarks.filter(({ control }) => !control)
  return check.benchmarks.map(({ base, head }) => {
    const variants = [document.benchmarks[base], document.benchmarks[head]] as [Benchmark, Benchmark]
    const bad = variants.filter(({ status }) => status !== 'ok')
    return bad.find(({ status }) => status !== 'skipped') ?? bad[0] ?? variants[0]
  })
}

/** Whether a benchmark of a check failed in head and worked in base. */
function isBroken(benchmark: Benchmark, document: RunDocument): boolean {
  const pair = judgeRun(document)?.benchmarks.find(({ head }) => document.benchmarks[head] === benchmark)
  return pair !== undefined && document.benchmarks[pair.base]?.status === 'ok'
}

function reasonOf({ reason }: Benchmark): string {
  return printable((reason ?? '').trim().split('\n')[0] ?? '', MAX_REASON).replace(/\.$/, '')
}
