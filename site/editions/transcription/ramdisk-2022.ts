import type { Edition, EditionRow } from '../../src/editions/edition.ts'
import { freeze } from '../../src/editions/freeze.ts'
import { readRecords } from './read-source.ts'

const TARGETS = [
  { inSource: 'std-volume', title: 'Bind mount', scenario: 'bind' },
  { inSource: 'ramdisk', title: 'RAM disk', scenario: 'ramdisk' },
]

/**
 * Returns the edition of the RAM disk of 2022. A run document needs the address of its source. Here the address is
 * unknown, so the edition holds the values.
 */
export function transcribeRamDisk(): Edition {
  return freeze<Edition>({
    format: 2,
    name: 'ramdisk-2022',
    aliases: [],
    title: 'A RAM disk instead of a directory on macOS, 2022',
    lede: 'A RAM disk of the Mac, bind-mounted into a container, served 2.2 times as many random requests as a directory on its SSD. The source also says that single requests got faster, but nine requests on each do not show this.',
    published: '2022-06-27',
    previous: null,
    citation: {
      title: 'Improve docker volume performance on MacOS with a RAM disk',
      authors: [],
      published: '2022-06-27',
      url: null,
    },
    method: METHOD,
    changes: [],
    flags: [
      {
        code: 'not-shown',
        title: 'not shown',
        text: 'The source says that latency is slightly improved. With nine requests on each side, chance alone would produce a difference at least this large in a quarter of such trials.',
      },
    ],
    parts: [
      {
        code: 'rates',
        title: 'Random reads and writes',
        text: [
          'Requests of 4 KiB per second, with 64 in flight, three reads to one write, over a file of 1 GiB. One run each.',
        ],
        chart: 'bars',
        unit: 'operations-per-second',
        columns: ['average', 'count', 'ratio'],
        reference: 'the bind mount',
        rows: rates(),
      },
      {
        code: 'latency',
        title: 'Single requests',
        text: ['Time of every request of ioping, one a second; the hollow dot is ioping’s own warm-up.'],
        chart: 'dots',
        unit: 'microseconds',
        columns: ['average', 'median', 'range', 'count', 'ratio'],
        reference: 'the bind mount',
        rows: latencies(),
      },
    ],
    matches: [],
  })
}

function rates(): EditionRow[] {
  const records = readRecords('ramdisk-2022/fio.csv')
  return ['read', 'write'].flatMap((operation, group) =>
    TARGETS.map(({ inSource, title, scenario }, index) => {
      const record = records.find(({ target }) => target === inSource)
      const rate = (Number(record?.[`${operation}s`]) * 1000) / Number(record?.duration_ms)
      return {
        ...rowOf(`${title}, ${operation}`),
        stated: { scenario, values: [rate] },
        reference: index === 0 ? null : group * TARGETS.length,
      }
    }),
  )
}

function latencies(): EditionRow[] {
  const records = readRecords('ramdisk-2022/ioping.csv')
  return TARGETS.map(({ inSource, title, scenario }, index) => {
    const own = records.filter(({ target }) => target === inSource)
    const times = (warmup: string) =>
      own.filter((record) => record.warmup === warmup).map(({ time_us }) => Number(time_us))
    return {
      ...rowOf(title),
      stated: { scenario, values: times('false'), warmups: times('true') },
      reference: index === 0 ? null : 0,
      flag: index === 0 ? null : 'not-shown',
    }
  })
}

function rowOf(test: string): EditionRow {
  return {
    os: 'macOS',
    platform: 'Docker, VirtioFS',
    test,
    benchmark: null,
    reference: null,
    published: null,
    flag: null,
    earlier: null,
  }
}

const METHOD = [
  'An M1 MacBook Air, 8 cores and 16 GB, macOS 12.4; Alpine in a container, with a directory of the Mac’s SSD and a RAM disk of 2 GB (HFS+) bind-mounted through VirtioFS. The version of Docker is not given.',
  'fio 3.28 with libaio, direct, 4 KiB, depth 64. The rates here are fio’s number of requests divided by its run time. The source prints these rates truncated to 6,159, 13.6k, 2,057 and 4,560.',
  'fio ran with --gtod_reduce=1, which switches its latencies off.',
  'Each test ran once, on the SSD first. The source does not show whether direct requests reached the SSD, through VirtioFS and the caches of macOS.',
  'There is no run document, because a run document needs the address of its source, and we have the text without its address and author. The samples are in the file of this edition.',
]
