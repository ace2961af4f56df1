import { readdirSync, readFileSync } from 'node:fs'
import { describeWork, judgeRun, type RunDocument, readRun } from '@plimsoll/schema'
import { alignedRankP, binomialInterval, median } from '@plimsoll/schema/statistics'
import { describe, expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../../../examples/${name}`, import.meta.url))

type Kind = 'unchanged' | 'changed' | 'disturbed'

interface Outcome {
  name: string
  kind: Kind
  status: string
  falseAlarms: string[]
  found: boolean | null
}

/** The workload of which head does more in a check of the kind `changed`. */
const CHANGED = 'repeated-npm-ci'

/** What follows from the document of a check. */
function outcomeOf(kind: Kind, document: RunDocument) {
  const check = judgeRun(document)
  const benchmarks = (check?.benchmarks ?? []).map(({ base, verdict, absence }) => {
    const benchmark = document.benchmarks[base] as RunDocument['benchmarks'][number]
    const label = `${describeWork(benchmark)} · ${benchmark.scenario}`
    const isChanged = kind === 'changed' && benchmark.workload === CHANGED
    return { label, isChanged, verdict: absence ?? verdict ?? check?.status }
  })
  return {
    status: check?.status,
    nullP: check?.nullPair?.p,
    verdicts: Object.fromEntries(benchmarks.map(({ label, verdict }) => [label, verdict])),
    falseAlarms: benchmarks
      .filter(({ isChanged, verdict }) => verdict === 'faster' || (verdict === 'slower' && !isChanged))
      .map(({ label }) => label),
    found: kind === 'changed' ? benchmarks.some((of) => of.isChanged && of.verdict === 'slower') : null,
  }
}

describe('the published checks with a known result', () => {
  const { experiment, outcomes, shares } = JSON.parse(read('known-truth/outcomes.json').toString()) as {
    experiment: { order: { name: string; kind: Kind; seed: number }[] }
    outcomes: Outcome[]
    shares: { hits: number; of: number; interval: [number, number] }[]
  }

  test('are complete and in the planned order', () => {
    expect(outcomes.map(({ name }) => name)).toEqual(experiment.order.map(({ name }) => name))
  })

  test.each(experiment.order)('the published outcome of $name follows from its document', ({ name, kind, seed }) => {
    const { document, id } = readRun(read(`known-truth/${name}.json`))
    expect(document.design).toMatchObject({ seed, looks: [10, 14, 20, 28, 38, 50], level: 0.01, threshold: 0.05 })
    expect(outcomes.find((outcome) => outcome.name === name)).toMatchObject({ id, ...outcomeOf(kind, document) })
  })

  test('give the published shares', () => {
    const count = (kind: Kind | null, is: (outcome: Outcome) => boolean) => {
      const all = outcomes.filter((outcome) => kind === null || outcome.kind === kind)
      const hits = all.filter(is).length
      return { hits, of: all.length, interval: binomialInterval(hits, all.length) }
    }
    const isAlarm = ({ falseAlarms }: Outcome) => falseAlarms.length > 0
    expect(shares.map(({ hits, of, interval }) => ({ hits, of, interval }))).toEqual([
      count('unchanged', isAlarm),
      count('changed', ({ found }) => found === true),
      count('changed', isAlarm),
      count('disturbed', isAlarm),
      count(null, ({ status }) => status === 'unreliable'),
    ])
  })
})

describe('the CPU times of these checks', () => {
  // The documents are older than the field `clock`. Without it, nothing in them is a CPU time to test.
  const checks = readdirSync(new URL('../../../examples/known-truth/', import.meta.url))
    .filter((name) => /-\d\.json$/.test(name))
    .flatMap((name) => {
      const { document } = readRun(read(`known-truth/${name}`))
      for (const { metrics } of document.benchmarks)
        for (const metric of metrics) if (metric.primary) metric.clock = 'wall'
      const { benchmarks } = judgeRun(document) ?? { benchmarks: [] }
      return benchmarks.map(({ base, verdict, cpu }) => {
        const isChanged = name.startsWith('changed') && document.benchmarks[base]?.workload === CHANGED
        return { isChanged, verdict, cpu: cpu?.verdict }
      })
    })
  const unchanged = checks.filter(({ isChanged }) => !isChanged)

  test('report none of 55 unchanged benchmarks, also within the level that they share with wall times', () => {
    expect(unchanged).toHaveLength(55)
    expect(unchanged.filter(({ cpu }) => cpu === 'more' || cpu === 'less')).toEqual([])
    const reported = checks.filter(({ verdict }) => verdict === 'slower' || verdict === 'faster')
    expect(reported.map(({ isChanged }) => isChanged)).toEqual([true, true, true, true, true])
  })

  test('surely are not more in some of the unchanged benchmarks that are inconclusive in wall time', () => {
    const open = unchanged.filter(({ verdict }) => verdict === 'inconclusive')
    expect([open.filter(({ cpu }) => cpu === 'not more').length, open.length]).toEqual([6, 20])
  })
})

describe('the published experiment on slots', () => {
  const { design, figures, rounds } = JSON.parse(read('slots.json').toString()) as {
    design: { containers: number; rounds: number }
    figures: Record<string, object>
    rounds: [kind: string, container: number, ns: number][][]
  }

  test('has every container of both kinds once in every round', () => {
    expect(rounds).toHaveLength(design.rounds)
    const all = Array.from({ length: design.containers }, (_, index) => [`kept ${index}`, `fresh ${index}`]).flat()
    for (const round of rounds)
      expect(round.map(([kind, container]) => `${kind} ${container}`).toSorted()).toEqual(all.toSorted())
  })

  test.each(['kept', 'fresh'])('has the figures of %s slots that follow from its samples', (kind) => {
    const times = Array.from({ length: design.containers }, (_, container) =>
      rounds.map((round) => round.find(([of, number]) => of === kind && number === container)?.[2] as number),
    )
    const logarithms = times.map((list) => list.map(Math.log))
    const ps = logarithms.flatMap((one, index) => logarithms.slice(index + 1).map((other) => alignedRankP(one, other)))
    expect(figures[kind]).toEqual({
      pairs: ps.length,
      differentAt1: ps.filter((p) => p <= 0.01).length,
      differentAt5: ps.filter((p) => p <= 0.05).length,
      medians: times.map((list) => Math.round(median(list))),
    })
  })
})
