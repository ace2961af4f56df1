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
    lede: 'A RAM disk of a Mac, bind-mounted into a container, served 2.2 times as many random requests as a directory on the Mac’s SSD. The source also says that single requests got faster, but it timed only nine requests on each disk, and these do not show a difference.',
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
        text: 'The source says that latency is slightly improved. It timed nine requests on the RAM disk and nine on the SSD. Chance alone would produce a difference at least this large in a quarter of such trials.',
      },
    ],
    parts: [
      {
        code: 'rates',
        title: 'Random reads and writes',
        text: [
          'Number of 4 KiB requests served per second, in a file of 1 GiB, with 64 requests in flight and three reads for each write. Each test ran once.',
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
        text: [
          'Time of every request of ioping, which sends one request per second. The hollow dot is ioping’s own warm-up.',
        ],
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
  'The machine is an M1 MacBook Air with 8 cores, 16 GB and macOS 12.4. The container ran Alpine and had two bind mounts through VirtioFS: a directory on the Mac’s SSD, and a RAM disk of 2 GB (HFS+). The source does not give the version of Docker.',
  'The rates were measured with fio 3.28: libaio, direct requests of 4 KiB, queue depth 64. The rates here are fio’s number of requests divided by its run time. The source prints these rates truncated to 6,159, 13.6k, 2,057 and 4,560.',
  'fio ran with --gtod_reduce=1, so it measured no latencies.',
  'Each test ran once, first on the SSD and then on the RAM disk. Direct requests pass through VirtioFS and the caches of macOS; the source does not show whether they reached the SSD.',
  'This edition has no run document. A run document needs the address of its source, but this source is known only as a text without address and author. The samples are in the file of this edition.',
]
