import type { Benchmark, RunDocument } from '../run.v1.generated.ts'

type Compared = Pick<RunDocument, 'benchmarks' | 'engines'>

/**
 * Says why two documents have no benchmark in common, and what to do. Call it only if none pairs. It names the first
 * part of a benchmark's identity that no benchmark of A shares with one of B.
 */
export function whyNothingPairs(a: Compared, b: Compared): string {
  return `${RULE} ${reason(a, b)}`
}

const RULE =
  'Two benchmarks pair if workload, parameters, scenario, variant and engine are the same; if each run has only one engine, the engines may differ.'

function reason(a: Compared, b: Compared): string {
  const share = (read: (benchmark: Benchmark) => string | null) =>
    a.benchmarks.some((one) => b.benchmarks.some((other) => read(one) === read(other)))
  const workloads = ({ benchmarks }: Compared) => benchmarks.map(({ workload }) => workload)
  const engines = ({ engines }: Compared) => engines.map(({ id }) => id)
  if (!share(({ workload }) => workload))
    return apart('workload', workloads(a), workloads(b), 'Choose two runs of one suite.')
  if (!share(({ variant }) => variant))
    return 'Only one of A and B is a check, so nothing pairs. Choose two plain runs.'
  const isOneEach = a.engines.length === 1 && b.engines.length === 1
  if (!isOneEach && !engines(a).some((id) => engines(b).includes(id)))
    return apart(
      'engine',
      engines(a),
      engines(b),
      'Choose two runs with an engine in common, or two with one engine each.',
    )
  return 'A and B have workloads in common, but no benchmark with the same parameters and scenario on the same engine, so nothing pairs. Choose two runs of one suite.'
}

function apart(noun: string, ofA: string[], ofB: string[], advice: string): string {
  const has = (names: string[]) => {
    const distinct = [...new Set(names)]
    if (distinct.length === 0) return `no ${noun}`
    return `the ${noun}${distinct.length === 1 ? '' : 's'} ${distinct.join(', ')}`
  }
  return `A has ${has(ofA)}; B has ${has(ofB)}. They have none in common, so nothing pairs. ${advice}`
}
