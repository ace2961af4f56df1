import { type Metric, type RunDocument, readRun } from '@plimsoll/schema'
import { describe, expect, test } from 'vitest'
import { ARMS, checkDocument, type Work } from '../../../schema/test/check-document.ts'
import { checkReport } from './check.ts'
import { checkLayout } from './check-layout.ts'
import { FORMATS, renderReport } from './report.ts'

const MINUTES_OF_WORK: Work[] = [
  { scenario: 'layer', middle: 3.4e9 },
  { scenario: 'volume', middle: 3.2e9 },
  { scenario: 'bind', middle: 8.1e9 },
  { workload: 'metadata', params: { files: 10000 }, scenario: 'layer', middle: 0.4e9 },
  { workload: 'metadata', params: { files: 10000 }, scenario: 'volume', middle: 0.3e9 },
  { workload: 'metadata', params: { files: 10000 }, scenario: 'bind', middle: 2.2e9 },
]

/** The same works, some of them otherwise. */
const works = (...changes: Work[]) => MINUTES_OF_WORK.map((work, index) => ({ ...work, ...changes[index] }))

const RATE: Metric[] = [
  { name: 'bytes', unit: 'bytes', better: 'higher', primary: true, per: 'duration' },
  { name: 'duration', unit: 'ns', better: 'lower', primary: false },
]

const noted = (document: RunDocument): RunDocument => ({
  ...document,
  notes: [{ code: 'busy', text: 'The machine was busy when the run began: a load of 3.1 on 4 CPUs.' }],
})

const broken = {
  arm: 'head' as const,
  status: 'failed' as const,
  reason: 'exit code 1\nnpm error code E404',
  rounds: 6,
}
const missing = { arm: 'base' as const, status: 'unsupported' as const, reason: 'no volume driver', rounds: 0 }
const slower = () => checkDocument(works({}, {}, { factor: 1.17 }))

const DOCUMENTS: Record<string, () => RunDocument> = {
  'all-clear': () => checkDocument(works()),
  'one-slower': slower,
  every: () => checkDocument(works({ factor: 1.3 }, { factor: 0.8 }, { spread: 2 }, { factor: 1.12, spread: 0.2 })),
  inconclusive: () => checkDocument(works({}, { spread: 1.2 }, { factor: 1.04, spread: 0.4 })),
  unfit: () => noted(checkDocument(works({}, { factor: 1.3 }), { bias: 1.05 })),
  partial: () => checkDocument(works({}, { spread: 1.2 }, {}), { cutOff: 17, seed: 3 }),
  'before-the-first-look': () => checkDocument(works(), { cutOff: 7, bias: null }),
  'failed-and-unsupported': () => checkDocument(works({}, { ends: missing }, {}, { factor: 1.2 }, { ends: broken })),
  'two-engines': () =>
    checkDocument(works({}, {}, { factor: 0.7 }), { arms: armsOf('docker', 'podman', 'debian:13', 'debian:14') }),
  rate: () =>
    checkDocument([
      { workload: 'sequential-write', params: { bytes: 2 ** 28 }, middle: 500_000, factor: 0.8, metrics: RATE },
    ]),
  hostile: () => {
    const reason = `${HOSTILE} \u001b[31mred\u202e\u0007`
    const arms = armsOf(null, null, HOSTILE, '=1+1')
    return checkDocument([{ params: { size: HOSTILE } }, { ends: { ...broken, reason } }], { arms })
  },
}

const HOSTILE = '<img src=x> @everyone [a](javascript:b) | `c` **d**'

function armsOf(base: string | null, head: string | null, ...images: string[]): typeof ARMS {
  const [one = null, other = null] = images
  return { base: { ...ARMS.base, engine: base, image: one }, head: { ...ARMS.head, engine: head, image: other } }
}

const run = (name: string) => readRun(JSON.stringify((DOCUMENTS[name] as () => RunDocument)()))

describe.each(Object.keys(DOCUMENTS))('a check: %s', (name) => {
  test.each([
    ['table', 'txt'],
    ['markdown', 'md'],
  ] as const)('as %s is as it was', async (format, ending) => {
    await expect(renderReport(run(name), format)).toMatchFileSnapshot(`golden/check-${name}.${ending}`)
  })
})
