import { type RunDocument, readRun } from '@plimsoll/schema'
import { checkDocument, type Work } from '../../../schema/test/check-document.ts'
import { benchmark, runDocument, sample } from '../../../schema/test/document.ts'
import {
  EVERY_STATUS,
  metadataRun,
  ONE_WITHHELD,
  plainRun,
  UNRELIABLE_RUN,
} from '../../../schema/test/plain-document.ts'
import { describeFailure } from '../../../workloads/src/error-lines.ts'
import type { Links, RunOfJob } from '../../src/comment/run-of-job.ts'
import { newWorkloadsNote, noWorkloadsNote } from '../../src/comment/uncompared.ts'

export const LINKS: Links = {
  registry: 'https://plimsoll.example/registry',
  project: 'https://plimsoll.example/registry/projects/id/1001',
  server: 'https://github.com',
}
const SUMMARY = 'https://github.com/owner/name/actions/runs/7/attempts/1#summary-11'

export const HOSTILE = [
  '</details><script>alert(1)</script> <!-- plimsoll:comment other -->',
  '@everyone cc @owner/team a@b.example #12 GH-3 owner/name#4 0123456789abcdef0123456789abcdef01234567',
  '[a](https://evil.example) https://evil.example www.evil.example http://evil.example ![i](//x) [r]: x [^1]',
  '| a | b \\| c ``` `d` **e** ~~f~~ $g$ &lt; \u202etxt.exe\u2066 \u200f :tada: <https://evil.example>',
].join(' ')

const WORKS: Work[] = [
  { scenario: 'layer', middle: 3.4e9 },
  { scenario: 'volume', middle: 3.2e9 },
  { scenario: 'bind', middle: 8.1e9 },
  { workload: 'metadata', params: { files: 10000 }, scenario: 'layer', middle: 0.4e9 },
  { workload: 'metadata', params: { files: 10000 }, scenario: 'volume', middle: 0.3e9 },
  { workload: 'metadata', params: { files: 10000 }, scenario: 'bind', middle: 2.2e9 },
]

/** The workloads of `WORKS`, with changes to some of them. */
export const works = (...changes: Work[]) => WORKS.map((work, index) => ({ ...work, ...changes[index] }))

/** A job whose document was published. */
export function measured(document: RunDocument, name = 'ubuntu-24.04'): RunOfJob & { status: 'measured' } {
  const run = readRun(JSON.stringify(document))
  const permalink = `${LINKS.registry}/runs/${run.id}`
  return { status: 'measured', name, summary: SUMMARY, run, permalink }
}

function unsupported(sentence: string, name = 'macos-15'): RunOfJob {
  return { status: 'unsupported', name, summary: SUMMARY, sentence }
}

export function unchanged(name = 'ubuntu24'): RunOfJob {
  const sentence =
    'Base and head have the same workload files and copied files (count-words), so there was nothing to measure. The contents of images were not compared.'
  return { status: 'unchanged', name, summary: SUMMARY, sentence }
}

function changed(sentence: string, name = 'plimsoll.default.1'): RunOfJob {
  return { status: 'changed', name, summary: SUMMARY, sentence }
}

export function missing(name = 'macos-26-intel', reason: string | null = null): RunOfJob {
  return { status: 'missing', name, summary: SUMMARY, isInvalid: false, reason }
}

export const noted = (document: RunDocument, code: string, text: string): RunDocument => ({
  ...document,
  notes: [{ code, text }],
})

/** How a benchmark ends that head broke. */
export const BROKEN = {
  variant: 'head' as const,
  status: 'failed' as const,
  reason: 'exit code 1\nnpm error code E404',
  rounds: 6,
}
/** How a benchmark ends that base cannot run. */
export const UNABLE = {
  variant: 'base' as const,
  status: 'unsupported' as const,
  reason: 'no volume driver',
  rounds: 0,
}
const oneSlower = () => checkDocument(works({}, {}, { factor: 1.17 }))

/** The cases that the golden files record. */
export const CASES: Record<string, () => RunOfJob[]> = {
  'all-clear': () => [measured(checkDocument(works()))],
  'one-slower': () => [measured(oneSlower())],
  faster: () => [measured(checkDocument(works({ factor: 0.8 }, {}, { factor: 0.7 })))],
  every: () => [
    measured(
      checkDocument(works({ factor: 1.3 }, { factor: 0.8 }, { spread: 1.8 }, { ends: BROKEN }, { ends: UNABLE }, {})),
    ),
  ],
  inconclusive: () => [measured(checkDocument(works({}, { spread: 1.2 }, { factor: 1.04, spread: 0.4 })))],
  'cpu-time': () => [
    measured(
      checkDocument(works({ cpu: {} }, { spread: 1.2, factor: 1.09, cpu: { factor: 1.09 } }, { spread: 1.2, cpu: {} })),
    ),
  ],
  'seems-slower': () => {
    const document = checkDocument(works({}, { spread: 0.4, factor: 1.06 }, { factor: 0.98 }))
    const suite = { ...document.suite, name: 'selection' }
    return [measured({ ...document, suite, division: 'modified', deviations: ['two variants'] })]
  },
  'same-files': () => [
    measured(checkDocument(works({}, { spread: 1.2 }).map((work) => ({ ...work, identical: true as const })))),
  ],
  'all-broken-by-head': () => {
    const reason = 'the command ended with exit code 3\nbuild.sh: zstd is not installed'
    return [
      measured(checkDocument([{ ends: { ...BROKEN, reason } }, { scenario: 'volume', ends: { ...BROKEN, reason } }])),
    ]
  },
  'broken-by-head': () => {
    const output = Array.from({ length: 20 }, (_, line) => `at step ${line} (build.js)`)
    const reason = ['the command ended with exit code 1', ...output].join('\n')
    return [measured(checkDocument(works({}, { ends: { ...BROKEN, reason } }, { ends: { ...BROKEN, reason } })))]
  },
  unreliable: () => {
    const text = 'The machine was busy when the run began: load average 3.1 on 4 CPUs.'
    return [measured(noted(checkDocument(works({}, { factor: 1.3 }), { bias: 1.05 }), 'busy', text))]
  },
  'not-applicable': () => [measured(metadataRun())],
  'partial-budget': () => {
    const text = 'The budget of 10m ended the run after 230 of 650 samples.'
    return [measured(noted(checkDocument(works({}, { spread: 1.2 }), { cutOff: 17, seed: 3 }), 'budget', text))]
  },
  'partial-interrupted': () => [measured(checkDocument(works(), { cutOff: 7, bias: null }))],
  unsupported: () => [
    unsupported('Colima cannot start here: a hosted arm64 macOS runner starts no virtual machine; use macos-15-intel.'),
  ],
  missing: () => [missing()],
  'broken-dockerfile': () => {
    const sentence = 'The Dockerfile of x in head could not be built. Docker Engine could not build an image'
    const steps = Array.from({ length: 30 }, (_, step) => `step ${step}`)
    const output = [...steps, `x.c:2:3: error: ${HOSTILE}`, '    2 |   x = 3;', 'make: *** [Makefile:2: all] Error 1']
    return [missing('ubuntu-24.04', describeFailure(sentence, output.join('\n'), ''))]
  },
  'missing-with-reason': () => [missing('ubuntu-24.04', `.plimsoll/x.yml:8: unknown field ${HOSTILE.repeat(3)}`)],
  changed: () => [
    changed('job/run.json was changed after it was measured, or was not measured by these jobs: <b>look</b>'),
    measured(checkDocument(works())),
  ],
  'no-base': () => [measured(plainDocument())],
  'new-workloads': () => {
    const own = { workload: 'count-words', question: 'How long does it take to count the words of 300 texts?' }
    const document = plainDocument()
    const benchmarks = document.benchmarks.map((benchmark) => ({ ...benchmark, workload: own.workload, params: {} }))
    return [measured({ ...document, benchmarks, notes: [newWorkloadsNote([own])] })]
  },
  unchanged: () => [unchanged()],
  removed: () => {
    const sentence = 'These workloads are not in head, so they are not compared: <b>a</b>, b. Nothing was measured.'
    return [{ status: 'removed', name: 'ubuntu24', summary: SUMMARY, sentence }]
  },
  'no-image': () => [measured(unmeasured('unsupported', NO_IMAGE))],
  'no-image-check': () => {
    const head = { variant: 'head' as const, status: 'unsupported' as const, reason: NO_IMAGE, rounds: 0 }
    return [measured(checkDocument([{ workload: 'sort-lines', params: {}, ends: head }], { bias: null }))]
  },
  'no-command': () => [measured(unmeasured('failed', 'run srot: No such file or directory\nexit code 127'))],
  'no-workloads': () => [measured({ ...plainDocument(), notes: [noWorkloadsNote()] })],
  'every-status': () => [measured(plainRun(EVERY_STATUS))],
  'one-withheld': () => [measured(plainRun(ONE_WITHHELD))],
  'unreliable-run': () => [measured(plainRun(UNRELIABLE_RUN)), measured(plainDocument(), 'nightly')],
  'no-verdict': () => {
    const document = oneSlower()
    return [measured({ ...document, design: { ...document.design, looks: [5, 9] } })]
  },
  hostile: () => {
    // The schema refuses invisible characters in lines. Longer texts may have them.
    const line = HOSTILE.replaceAll(/[\u202e\u2066\u200f]/g, '')
    const variant = { commit: null, engine: null, image: line.slice(0, 500) }
    const size = line.slice(0, 400)
    const document = checkDocument(
      [{ params: { size }, factor: 1.3 }, { ends: { ...BROKEN, reason: `${HOSTILE}\n${HOSTILE}` } }],
      {
        variants: { base: variant, head: { ...variant, image: 'debian:13' } },
      },
    )
    const { host } = document
    const named = { ...host, cpu: { ...host.cpu, model: size }, os: { ...host.os, name: size } }
    const job = measured(noted({ ...document, host: named }, 'note', size), HOSTILE)
    return [{ ...job, permalink: 'https://evil.example/registry/runs/x', summary: 'javascript:alert(1)' }]
  },
  matrix: () => [
    measured(checkDocument(works()), 'ubuntu-24.04 · docker'),
    unsupported('Lima cannot start here: a hosted arm64 macOS runner starts no virtual machine.'),
    measured(checkDocument(works({}, {}, { factor: 1.17 }), { bias: 1.05 }), 'ubuntu-24.04-arm · docker'),
    measured(plainDocument(), 'nightly'),
    missing(),
  ],
}

const NO_IMAGE =
  'Image debian:trixie-slimm not found in Docker Engine, and the pull failed. Check its name, and that its registry can be reached.'

/** The document of a run of a project's new workload, of which nothing could be measured, the control included. */
function unmeasured(status: 'failed' | 'unsupported', reason: string): RunDocument {
  const failing = (order: number, scenario: string, engine: string | null) => {
    const failed = { ...sample(0, order, {}), failure: reason }
    const samples = status === 'failed' ? [failed] : []
    return { ...benchmark(scenario, engine, samples), workload: 'sort-lines', params: {}, status, reason }
  }
  const control = { ...failing(2, 'layer', 'docker'), control: true as const }
  const benchmarks = [failing(0, 'native', null), failing(1, 'layer', 'docker'), control]
  return {
    ...runDocument(),
    benchmarks,
    notes: [newWorkloadsNote([{ workload: 'sort-lines', question: 'How long?' }])],
  }
}

/**
 * The document of a run without variants. It has the host, and a container on its layer, on a volume and on a bind
 * mount.
 */
export function plainDocument(): RunDocument {
  const benchmarkIn = (order: number, scenario: string, engine: string | null, middle: number) => {
    const samples = [0, 1, 2, 3, 4].map((round) =>
      sample(round, order, { duration: Math.round(middle * (1 + round / 50)) }),
    )
    return benchmark(scenario, engine, samples)
  }
  const benchmarks = [
    benchmarkIn(0, 'native', null, 3.1e9),
    benchmarkIn(1, 'layer', 'docker', 3.4e9),
    benchmarkIn(2, 'volume', 'docker', 3.2e9),
    {
      ...benchmarkIn(3, 'bind', 'docker', 8.1e9),
      status: 'failed' as const,
      reason: 'exit code 1\nnpm error',
      samples: [],
    },
  ]
  return { ...runDocument(), benchmarks }
}
