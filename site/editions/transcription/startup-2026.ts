import { identify, type RunDocument } from '@plimsoll/schema'
import type { Edition, EditionPart, EditionRow } from '../../src/editions/edition.ts'
import { freeze } from '../../src/editions/freeze.ts'
import { restoreUnit } from '../../src/errata/restore-unit.ts'
import { readRecords } from './read-source.ts'
import { IMAGES, TESTS, transcribePlatform } from './startup-2026-documents.ts'
import { CITATION, DIRECTORY, PLATFORMS, type Platform } from './startup-2026-platforms.ts'
import { FLAGS, METHOD } from './startup-2026-text.ts'

const MODES = [
  { inSource: 'overlayfs', title: 'OverlayFS', scenario: 'layer' },
  { inSource: 'volume', title: 'Volume', scenario: 'volume' },
]

/**
 * Returns one document per platform of the 2026 study, and the edition with the study's three figures and its other
 * tests.
 */
export function transcribe2026(): { documents: Record<string, RunDocument>; edition: Edition } {
  const runs = PLATFORMS.map((platform) => ({ platform, document: transcribePlatform(platform) }))
  return {
    documents: Object.fromEntries(
      runs.map(({ platform, document }) => [`docker-internals-guide-2026-${platform.folder}`, document]),
    ),
    edition: freeze<Edition>({
      format: 2,
      name: 'startup-2026',
      aliases: [],
      title: 'Starting a container, 2026',
      lede: 'Starting a container took half a second on a cloud SSD. It took twice as long on a cloud HDD, and about three times as long in Docker Desktop on a Mac. The size of the image mattered little. The study also reports that writes collapse on OverlayFS; this result comes from a lost unit: GB/s was taken for MB/s.',
      published: CITATION.published,
      previous: null,
      citation: CITATION,
      method: METHOD,
      changes: [],
      flags: FLAGS,
      parts: parts(runs.map(({ platform, document }) => ({ platform, run: identify(document).hash }))),
      matches: [],
    }),
  }
}

interface Run {
  platform: Platform
  run: string
}

function parts(runs: Run[]): EditionPart[] {
  return [
    {
      code: 'warm',
      title: 'Warm start',
      text: [
        'Median time of a start, with its 95% interval. The image was in the caches. The source shows these times in its figure 1.',
      ],
      chart: 'error-bars',
      unit: 'milliseconds',
      columns: ['average', 'interval', 'median', 'range', 'count', 'ratio'],
      reference: 'Premium SSD',
      rows: startRows(runs, 'warm'),
    },
    {
      code: 'cold',
      title: 'Cold start',
      text: [
        'Median time of a start, with its 95% interval. If possible, the file caches were dropped before each start.',
      ],
      chart: 'error-bars',
      unit: 'milliseconds',
      columns: ['average', 'interval', 'median', 'range', 'count', 'ratio'],
      reference: 'Premium SSD',
      rows: startRows(runs, 'cold'),
    },
    {
      code: 'cpu',
      title: 'CPU limited to half',
      text: [
        'Iterations of a loop in a container with --cpus=0.5, in percent of the iterations of a loop without a limit. The requested value is 50%. The source shows these values in its figure 2.',
        'Each box spans the middle half of the values, and the line in the box is the median. Dots are values that are more than one and a half box lengths away from the box. The broken line is the requested value.',
      ],
      chart: 'boxes',
      unit: 'percent',
      columns: ['median', 'quartiles', 'range', 'average', 'deviation', 'count'],
      reference: '',
      target: 50,
      rows: statedRows(
        '03-cpu-throttling.csv',
        'measured_pct',
        [{ title: '--cpus=0.5', scenario: 'layer' }],
        'whole-seconds',
      ),
    },
    writes(
      'writes',
      'Writing 256 MB, as published',
      'These are the values of the source’s figure 3. The source gives their unit as MB/s.',
      'unit-lost',
    ),
    writes(
      'writes-restored',
      'Writing 256 MB, with the unit restored',
      'These are the values of the previous part. Here, each value under 50 is taken as GB/s.',
      'unit-restored',
    ),
    {
      code: 'others',
      title: 'The other tests',
      text: ['These tests do not measure what they claim to measure. The flag of each row gives the reason.'],
      chart: null,
      unit: 'milliseconds',
      columns: ['average', 'median', 'range', 'deviation', 'count'],
      reference: '',
      rows: runs.flatMap((run) => OTHERS.flatMap(({ workload, title, flag }) => testRows(run, workload, title, flag))),
    },
    {
      code: 'memory',
      title: 'Memory of three containers',
      text: [
        'Sum of the values that docker stats shows for three nginx containers. These values cannot show memory shared through the page cache.',
      ],
      chart: null,
      unit: 'mebibytes',
      columns: ['average', 'median', 'range', 'count'],
      reference: '',
      rows: runs.flatMap((run) => testRows(run, 'memory-efficiency', () => 'Three containers', null)),
    },
  ]
}

const OTHERS: { workload: string; title: (work: (typeof TESTS)[number]['work']) => string; flag: string }[] = [
  { workload: 'copyup-overhead', title: () => '“Copy-up”, 100 MB', flag: 'no-copy-up' },
  {
    workload: 'metadata-operations',
    title: ({ scenario }) => `500 files, ${scenario === 'layer' ? 'OverlayFS' : 'volume'}`,
    flag: 'clamped',
  },
  { workload: 'image-pull-time', title: ({ params }) => `Pull of ${params.image}`, flag: 'internet' },
  { workload: 'namespace-overhead', title: () => 'One namespace', flag: 'timer' },
  { workload: 'network-latency', title: ({ params }) => `Ping, ${params.network} network`, flag: 'internet' },
]

function startRows(runs: Run[], start: string): EditionRow[] {
  return runs.flatMap(({ platform, run }, index) =>
    IMAGES.map(
      (image, at): EditionRow => ({
        ...rowOf(platform, image),
        benchmark: {
          run,
          benchmark: TESTS.findIndex(({ work }) => work.params.image === image && work.params.start === start),
        },
        reference: index === 0 ? null : at,
        flag: start === 'cold' && platform.os === 'macOS' ? 'not-cold' : null,
      }),
    ),
  )
}

/** Returns the rows of a test on a platform; empty if the source skipped the test. */
function testRows(
  { platform, run }: Run,
  workload: string,
  title: (work: (typeof TESTS)[number]['work']) => string,
  flag: string | null,
): EditionRow[] {
  if (workload === 'namespace-overhead' && platform.os === 'macOS') return []
  return TESTS.flatMap(({ work }, benchmark) =>
    work.workload === workload ? [{ ...rowOf(platform, title(work)), benchmark: { run, benchmark }, flag }] : [],
  )
}

function statedRows(
  file: string,
  column: string,
  tests: { title: string; scenario: string; inSource?: string }[],
  flag: string | null,
  convert: (value: number) => number = (value) => value,
): EditionRow[] {
  return PLATFORMS.flatMap((platform) => {
    const records = readRecords(`${DIRECTORY}/${platform.folder}/${file}`)
    return tests.map(({ title, scenario, inSource }): EditionRow => {
      const own = records.filter(({ mode }) => inSource === undefined || mode === inSource)
      const values = own.map((record) => Number(record[column]))
      const converted = values.map(convert)
      const differs = column !== 'write_speed_mbps' || values.some((value) => restoreUnit(value) !== value)
      return { ...rowOf(platform, title), stated: { scenario, values: converted }, flag: differs ? flag : null }
    })
  })
}

function writes(code: string, title: string, text: string, flag: string): EditionPart {
  const convert = flag === 'unit-restored' ? restoreUnit : undefined
  return {
    code,
    title,
    text: [text],
    chart: 'boxes',
    unit: 'megabytes-per-second',
    columns: ['median', 'quartiles', 'range', 'average', 'count'],
    reference: '',
    rows: statedRows('04-write-performance.csv', 'write_speed_mbps', MODES, flag, convert),
  }
}

function rowOf({ os, title }: Platform, test: string): EditionRow {
  return { os, platform: title, test, benchmark: null, reference: null, published: null, flag: null, earlier: null }
}
