import { type Citation, type Engine, type Host, identify, type RunDocument } from '@plimsoll/schema'
import type { EditionV1 } from '../../src/editions/edition-formats.ts'
import { freeze } from '../../src/editions/freeze.ts'
import { AUTHORS, installBenchmark, LICENCE_NOTE, MAC_BENCH, TESTS } from './mac-bench.ts'
import { nanoseconds, readRecords } from './read-source.ts'
import { effectiveConfiguration, transcribedRun } from './transcribed-run.ts'

const CITATION: Citation = {
  title: 'Docker on MacOS is slow and how to fix it',
  authors: AUTHORS,
  published: '2022-12-04',
  url: 'https://www.paolomainardi.com/posts/docker-performance-macos/',
}

const MACOS: Platform = {
  os: 'macOS',
  platform: 'Docker Desktop',
  host: host('macos', 'macOS'),
  engine: {
    id: 'docker-desktop',
    product: 'Docker Desktop',
    version: null,
    requested: { mountType: 'virtiofs' },
    effective: effectiveConfiguration('declared', { mountType: 'virtiofs' }),
  },
}

const LINUX: Platform = {
  os: 'Linux',
  platform: 'Docker',
  host: host('linux', 'Linux'),
  engine: {
    id: 'docker',
    product: 'Docker',
    version: null,
    requested: {},
    effective: effectiveConfiguration('unknown', {}),
  },
}

interface Platform {
  os: string
  platform: string
  host: Host
  engine: Engine
}

/**
 * Returns one document per machine for the eight times of the 2022 article, and the edition that compares the machines.
 */
export function transcribe2022(): { documents: Record<string, RunDocument>; edition: EditionV1 } {
  const macos = transcribePlatform(MACOS)
  const linux = transcribePlatform(LINUX)
  return {
    documents: { 'docker-for-mac-bench-2022-macos': macos, 'docker-for-mac-bench-2022-linux': linux },
    edition: freeze<EditionV1>({
      format: 1,
      name: 'mac-2022',
      aliases: ['mac-2023'],
      title: 'npm install in a container on macOS, 2022',
      lede: 'In Docker Desktop for Mac, npm install of a create-react-app tree on a bind mount took five times as long as without a container (native). On Linux, it took a fifth longer than native.',
      published: '2022-12-04',
      previous: null,
      citation: CITATION,
      method: METHOD,
      changes: [],
      flags: [],
      rows: [...rows(MACOS, macos, 0), ...rows(LINUX, linux, TESTS.length)],
    }),
  }
}

function transcribePlatform({ os, host, engine }: Platform): RunDocument {
  const records = readRecords('docker-for-mac-bench/paolo-2022-table.csv').filter((record) => record.os === os)
  return transcribedRun({
    ...MAC_BENCH,
    citation: CITATION,
    startedAt: '2022-12-12',
    finishedAt: '2022-12-12',
    host,
    engines: [engine],
    rounds: 1,
    notes: [
      {
        code: 'date',
        text: 'The date is that of the terminal recording in the article, which shows these eight times.',
      },
      {
        code: 'image',
        text: 'The image is built from node:18 with npm updated to the newest; its digest is not recorded.',
      },
      LICENCE_NOTE,
    ],
    benchmarks: TESTS.map(({ scenario, in2022 }, order) => {
      const record = records.find(({ test }) => test === in2022)
      return installBenchmark(scenario, scenario === 'native' ? null : engine.id, order, [nanoseconds(record?.time_s)])
    }),
  })
}

function rows({ os, platform }: Platform, document: RunDocument, first: number): EditionV1['rows'] {
  const run = identify(document).hash
  return TESTS.map(({ title }, benchmark) => ({
    os,
    platform,
    test: title,
    benchmark: { run, benchmark },
    reference: benchmark === 0 ? null : first,
    published: null,
    flag: null,
    earlier: null,
  }))
}

function host(family: Host['os']['family'], name: string): Host {
  return {
    os: { family, name, version: null },
    kernel: null,
    architecture: 'unknown',
    cpu: { model: null, count: null },
    memory: null,
    target: { filesystem: null, disk: 'unknown' },
    power: 'unknown',
    runner: { kind: 'local', label: null },
    virtualization: { kind: 'unknown', nested: null, accelerator: null },
  }
}

const METHOD = [
  'The source timed npm install --silent --no-progress --no-audit of a create-react-app tree (after the installation: 328 MB and 37,000 files). The container had Node 18; the host used its own Node. There are four tests: native, that is, without a container; in a container without volumes (the source calls this test "Docker"); on a bind mount with a volume for node_modules; and on a bind mount alone.',
  'Each test ran once, so there is no range and the noise is unknown. The figures are those of the terminal recording of 2022-12-12 in the article.',
  'The source does not state the processors, the memory, or the versions of macOS, Docker Desktop and Docker. Docker Desktop shared files through VirtioFS.',
  'In the first version of the article, the labels of the two macOS rows with mounts were swapped (bind mount 7.65 s, bind mount + volume 21.05 s). The author corrected the labels on 2023-05-08. The terminal recording agrees with the corrected table.',
  'The times include the download of packages that npm had not cached. A failed installation would also have given a time.',
  'The article appeared in December 2022 and was republished in February 2023, so it is also cited with the year 2023.',
]
