import type { RunDocument } from '@plimsoll/schema'
import {
  type ContainerEngine,
  listSuites,
  listWorkloads,
  makePlan,
  makeSelection,
  type Plan,
  type Suite,
} from '@plimsoll/workloads'
import { expect, test } from 'vitest'
import { resolveRequest } from '../measure-request/request.ts'
import { assertRepeats, makeRepetition, requestOfRun } from './replicate.ts'

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

test('a run of workloads with different values of one param repeats itself', () => {
  const document = measuredDocument()
  const { suite } = resolveRequest(requestOfRun(document))
  expect(suite.benchmarks.map(({ params }) => params.bytes)).toEqual([65536, 67108864])
  expect(() => assertRepeats(planOf(suite), document)).not.toThrow()
})

test('the plan of a repetition is compared with the run, on the engines of this machine', async () => {
  const engine = { id: 'docker', sharesHostKernel: true } as ContainerEngine
  const document = measuredDocument()
  const { planOn } = makeRepetition({ hash: 'sha256:0', document }, { times: 1, format: 'text' })
  const { plan, smaller } = await planOn([engine], () => {})
  expect(plan.benchmarks).toHaveLength(document.benchmarks.length)
  expect(smaller).toBeNull()
  await expect(planOn([], () => {})).rejects.toThrow('This machine would not measure the same benchmarks as the run')
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

/** A measured run of two workloads with different values of the param `bytes`. */
function measuredDocument(): RunDocument {
  // The first value of `bytes` of sequential-write is also a value of `bytes` of file-sweep, but not the first.
  const names = ['file-sweep', 'sequential-write']
  const plan = planOf(makeSelection(listWorkloads().filter(({ workload }) => names.includes(workload))))
  const document = {
    ...documentOf(plan, { suite: 'selection', version: 1 } as Suite),
    ...{ origin: { kind: 'measured' }, deviations: [], images: [] },
  } as unknown as RunDocument
  for (const benchmark of document.benchmarks) benchmark.variant = null
  document.design.rounds = 15
  return document
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
