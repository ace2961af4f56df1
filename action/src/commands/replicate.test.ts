import type { RunDocument } from '@plimsoll/schema'
import { listSuites, listWorkloads, makePlan, type Plan, type Suite } from '@plimsoll/workloads'
import { expect, test } from 'vitest'
import { assertRepeats } from './replicate.ts'

test.each(listSuites().map((suite) => [suite.suite, suite] as const))(
  'a run of %s repeats itself, also where the params of a workload have digests of their own',
  (_, suite) => {
    const plan = planOf(suite)
    expect(() => assertRepeats(plan, documentOf(plan, suite))).not.toThrow()
  },
)

test('a run whose workload had another digest with one of its params is not repeated', () => {
  const suite = listSuites().find(({ suite }) => suite === 'standard') as Suite
  const plan = planOf(suite)
  const document = documentOf(plan, suite)
  const cra = document.benchmarks.find(({ params }) => params.size === 'cra')
  if (cra) cra.workloadDigest = `sha256:${'0'.repeat(64)}`
  expect(() => assertRepeats(plan, document)).toThrow('The workload npm-ci differs from that of the run')
})

function planOf(suite: Suite): Plan {
  return makePlan({
    suite,
    workloads: listWorkloads(),
    engines: ['docker'],
    sharingKernel: ['docker'],
    onlyWorkloads: [],
    onlyScenarios: [],
    rounds: null,
    seed: 1,
  })
}

/** The parts of a document that the comparison reads, as a run of the plan would write them. */
function documentOf({ benchmarks, roundsRule }: Plan, { suite, version }: Suite): RunDocument {
  return {
    suite: { name: suite, version },
    benchmarks: benchmarks.map(({ workload, params, scenario, engine, workloadDigest, control }) => ({
      ...{ workload, params, scenario, engine, workloadDigest },
      ...(control && { control }),
    })),
    design: { ...(roundsRule && { roundsRule }) },
  } as unknown as RunDocument
}
