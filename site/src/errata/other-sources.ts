import { exactMannWhitneyP, mean, median } from '@plimsoll/schema/statistics'
import type { Erratum, Exhibit, Sources } from './erratum.ts'
import { FIO, fixed, IOPING, MAC_2022, MAC_2025, pingTimes } from './source-values.ts'

const MAC_DOCUMENTS = ['docker-for-mac-bench-2025-macos-first', 'docker-for-mac-bench-2025-macos']

/** The native time that three platforms share, in seconds. */
const ROUND_TIME = 3

/** The errata of npm install on macOS, 2022 and 2025. */
export const MAC_ERRATA: Erratum[] = [
  {
    code: 'replaced-rows',
    edition: 'mac-2025',
    title: 'Four rows were replaced by evenly spaced round values',
    published:
      '“No volumes” takes 3.70 s in Lima, 3.75 s in Docker VZ, 3.65 s in Docker VMM and 3.80 s in Docker VZ with file sync.',
    found: (sources) => [
      `Until 2025-02-28 the data file had other times in these ${replacedRows(sources).length} rows, and the printed means were computed from those times. The new times are evenly spaced round values. The ranges that are printed beside the new times do not match the new times. The edition shows both versions.`,
    ],
    exhibit: replacedExhibit,
    touches: ({ earlier }) => earlier !== null,
    files: [MAC_2025],
    documents: MAC_DOCUMENTS,
  },
  {
    code: 'native-three-seconds',
    edition: 'mac-2025',
    title: 'Three native times are exactly 3.00 s and may not be measured values',
    published:
      'The native time ranges from 3.00 to 3.63 s with Lima, from 3.00 to 3.56 s with Docker VZ and from 3.00 to 3.53 s with Docker VMM.',
    found: roundNativeTimes,
    exhibit: nativeExhibit,
    touches: ({ scenario, os, figures }) => scenario === 'native' && os === 'macOS' && figures.values[0] === ROUND_TIME,
    files: [MAC_2025],
    documents: MAC_DOCUMENTS,
  },
  {
    code: 'other-dependencies',
    edition: 'mac-2025',
    title: '“No volumes” installs another set of packages',
    published: 'The four tests compare the same installation on four kinds of storage.',
    found: () => [
      'In the test without volumes, npm installs the packages that were fixed when the image was built. In the tests with mounts, it installs the packages in the lock file of the repository. So the tests differ in their packages as well as in their storage.',
    ],
    touches: ({ scenario }) => scenario === 'layer',
    files: [MAC_2025],
    documents: MAC_DOCUMENTS,
  },
  {
    code: 'hybrid-range',
    edition: 'mac-2025',
    title: 'A bind mount with a volume does not take 3.42 to 4.06 s on all configurations',
    published: 'A bind mount with a volume takes from 3.42 to 4.06 s across all configurations.',
    found: (sources) => {
      const rows = sources.records(MAC_2025).filter(({ test }) => test === 'Bind mount + volume')
      const list = rows.map(({ platform, published_avg }) => `${platform} ${fixed(Number(published_avg), 2)} s`)
      return [`The article’s own table has these means for a bind mount with a volume: ${list.join(', ')}.`]
    },
    touches: () => false,
    files: [MAC_2025],
    documents: [...MAC_DOCUMENTS, 'docker-for-mac-bench-2025-linux'],
  },
  {
    code: 'download-in-the-timer',
    edition: 'mac-2025',
    title: 'The times include downloads, and a failed installation has a time',
    published: 'The times of 2022 and 2025 are the times of installing packages on a file system.',
    found: () => [
      'Packages that npm had not cached were downloaded while the clock ran. The command was npm install, which may change the set of packages, and not npm ci. The exit status of npm was not checked, so a failed installation still gave a time.',
    ],
    touches: () => true,
    files: [MAC_2025, MAC_2022],
    documents: MAC_DOCUMENTS,
  },
  {
    code: 'host-node-unknown',
    edition: 'mac-2025',
    title: 'The source does not say which Node version ran natively',
    published: 'Every ratio is relative to the native time.',
    found: (sources) => {
      const native = sources.records(MAC_2025).filter(({ test }) => test === 'Native')
      const list = native.map(meanAndMedian)
      return [
        `The container used the Node of the image. The host used its own Node and npm, whose versions were not recorded. So each ratio may include the difference between two versions of npm. The ${native.length} native times are the reference of all ratios: ${list.join('; ')}. The source prints means of three runs; the edition shows medians.`,
      ]
    },
    touches: () => true,
    files: [MAC_2025],
    documents: [...MAC_DOCUMENTS, 'docker-for-mac-bench-2025-linux'],
  },
  {
    code: 'fixed-order',
    edition: 'mac-2025',
    title: 'Every test ran in the same order',
    published: 'Means and min–max of three runs each.',
    found: (sources) => {
      const list = nativeRows(sources).map(meanAndMedian)
      return [
        `The tests ran in the order of the Makefile, so drift over time (caches, throttling) is part of the differences between the tests. The same native test on the same Mac, once per platform, shows the size of the drift: ${list.join('; ')}.`,
      ]
    },
    touches: () => true,
    files: [MAC_2025],
    documents: MAC_DOCUMENTS,
  },
  {
    code: 'synchronized-shares',
    edition: 'mac-2025',
    title: 'With synchronized file shares the timer stops before the files have arrived',
    published: 'Synchronized file shares make a bind mount 59% faster.',
    found: (sources) => {
      const mean = (platform: string) =>
        Number(sources.records(MAC_2025).find((row) => row.platform === platform && row.test === 'bind mount')?.mean_s)
      const [plain, synced] = [mean('Docker - VZ'), mean('Docker - VZ + file sync')]
      return [
        `The comparison (means of ${fixed(synced, 2)} s against ${fixed(plain, 2)} s, ${fixed((1 - synced / plain) * 100, 0)}% less) includes only the time until npm ended. The folder is copied to the host afterwards, and the end of that copy was not measured. The article reports “Permission denied” when the next test removed the folder; this is consistent with an unfinished copy.`,
      ]
    },
    touches: ({ flag }) => flag === 'copy-not-timed',
    files: [MAC_2025],
    documents: MAC_DOCUMENTS,
  },
  {
    code: 'exchanged-labels',
    edition: 'mac-2022',
    title: 'Two labels were swapped until May 2023',
    published: 'macOS, as first printed: bind mount 7.65 s, bind mount with a volume 21.05 s.',
    found: (sources) => {
      const rows = sources.records(MAC_2022).filter(({ os, test }) => os === 'macOS' && test?.includes('Bind Mount'))
      return [
        `The labels were swapped (${rows.map(({ test, time_s }) => `${test}: ${fixed(Number(time_s), 2)} s`).join('; ')}), as the terminal recording in the article shows. The author corrected the labels on 2023-05-08. Each time is from a single run, so the noise is unknown.`,
      ]
    },
    files: [MAC_2022],
    documents: ['docker-for-mac-bench-2022-macos'],
  },
]

/** The errata of the sources of 2014, of 2017, and of the RAM disk of 2022. */
export const OLDER_ERRATA: Erratum[] = [
  {
    code: 'latency-not-shown',
    edition: 'ramdisk-2022',
    title: '“Latency is slightly improved” is not shown',
    published: 'Mean latency of 289.4 µs on the RAM disk against 334.5 µs on the SSD.',
    found: (sources) => {
      const [disk, memory] = ['std-volume', 'ramdisk'].map((target) => pingTimes(sources, target)) as [
        number[],
        number[],
      ]
      return [
        `The means are ${fixed(mean(memory), 1)} and ${fixed(mean(disk), 1)} µs, of ${memory.length} requests each. The exact Mann–Whitney test gives p = ${exactMannWhitneyP(disk, memory).toFixed(2)}: if the RAM disk and the SSD were equally fast, chance alone would separate two groups of nine requests at least this far in about a quarter of all trials.`,
      ]
    },
    exhibit: (sources) => ({
      caption: 'Every measured request of ioping, in order (µs)',
      columns: ['Target', ...pingTimes(sources, 'ramdisk').map((_, index) => String(index + 2))],
      rows: ['std-volume', 'ramdisk'].map((target) => [
        target === 'ramdisk' ? 'RAM disk' : 'SSD',
        ...pingTimes(sources, target).map((time) => fixed(time, 1)),
      ]),
    }),
    files: [IOPING],
    documents: [],
  },
  {
    code: 'gtod-reduce',
    edition: 'ramdisk-2022',
    title: 'fio’s own latencies were switched off',
    published: 'The source gives only requests per second, and uses ioping “to monitor latency”.',
    found: (sources) => [
      `fio served ${sources
        .records(FIO)
        .map(({ reads, writes }) => fixed(Number(reads) + Number(writes), 0))
        .join(
          ' and ',
        )} requests and could have recorded the latency of each request. With --gtod_reduce=1, it does not read the clock for latencies. The source used ten requests of another program, ioping, instead. Each test ran once, first on the SSD.`,
    ],
    files: [FIO, IOPING],
    documents: [],
  },
  {
    code: 'ratios-without-data',
    edition: 'caching-2017',
    title: 'Three speed-ups without data',
    published: 'go list is 2.5, symfony 2.7 and rake 3.5 times as fast with cached.',
    found: () => [
      'The source does not give times, the number of runs, a range, the machine or the versions of the programs. So it is unknown whether the speed-ups of 2.5 and 2.7 really differ. Docker still accepts the flags but ignores them, so the figures apply to no current engine.',
    ],
    files: ['caching-2017/ratios.csv'],
    documents: [],
  },
  {
    code: 'page-cache-2014',
    edition: 'vm-2014',
    title: 'The times mostly measure the page cache',
    published:
      'VMware’s shared folders read at up to 7 GB/s, and virtual disks are faster than the host’s own, because hypervisors lie about synced writes.',
    found: () => [
      'iozone ran without -e, which includes the sync in the time, and without -I, which bypasses the page cache. It ran with -c, which includes only the closing of the file in the time. A file of 64 MiB that was just written is read back from memory, on the host and in the guest. The writes were not synced at all. A sync in the guest may indeed not sync the host, but these times do not show this. The host also ran a 32-bit build of iozone; the guests ran a 64-bit build.',
    ],
    files: ['vm-2014/bounds.csv'],
    documents: [],
  },
  {
    code: 'charts-only-2014',
    edition: 'vm-2014',
    title: 'The values are published only as pictures',
    published: 'Four charts of throughput by record size.',
    found: (sources) => [
      `The article has its values only in pictures and in a separate workbook, so its figures cannot be recomputed. The edition has only ${sources.records('vm-2014/bounds.csv').length} statements from the text of the article. The number of runs per test is not given.`,
    ],
    files: ['vm-2014/bounds.csv'],
    documents: [],
  },
]

function replacedRows(sources: Sources): { first: Record<string, string>; later: Record<string, string> }[] {
  const records = sources.records(MAC_2025)
  return records
    .filter(({ csv_version }) => csv_version?.startsWith('2025-01-07'))
    .flatMap((first) => {
      const later = records.find((row) => row !== first && row.platform === first.platform && row.test === first.test)
      return later === undefined ? [] : [{ first, later }]
    })
}

/** The rows of the native test on the Mac, one per platform. */
function nativeRows(sources: Sources): Record<string, string>[] {
  return sources.records(MAC_2025).filter(({ test, os }) => test === 'Native' && os === 'MacOS')
}

function timesOf({ run1_s, run2_s, run3_s }: Record<string, string>): number[] {
  return [run1_s, run2_s, run3_s].map(Number)
}

function isThreeSeconds(row: Record<string, string>): boolean {
  return timesOf(row)[0] === ROUND_TIME
}

/** Says which native times are 3.00 s, why that is doubtful, and what follows for a reader. */
function roundNativeTimes(sources: Sources): string[] {
  const rows = nativeRows(sources)
  const round = rows.filter(isThreeSeconds)
  const others = rows.flatMap(timesOf).filter((time) => time !== ROUND_TIME)
  const seconds = (time: number) => `${fixed(time, 2)} s`
  const effects = round.map((row) => {
    const [, ...rest] = timesOf(row)
    const bind = sources
      .records(MAC_2025)
      .find(({ platform, test }) => platform === row.platform && test === 'bind mount') as Record<string, string>
    const ratio = (native: number[]) => `${fixed(median(timesOf(bind)) / median(native), 2)}×`
    return `${row.platform}, mean ${seconds(mean(timesOf(row)))} (${seconds(mean(rest))} without it), median ${seconds(median(timesOf(row)))} (${seconds(median(rest))}), bind mount ${ratio(timesOf(row))} native (${ratio(rest)})`
  })
  return [
    `The first of the three native times is 3.00 s in ${round.length} rows: ${round.map(({ platform }) => platform).join(', ')}. Both versions of the data file have these times. The source gives all native times in hundredths of a second, and the other ${others.length} native times on the same Mac lie between ${seconds(Math.min(...others))} and ${seconds(Math.max(...others))}.`,
    'So three equal times, all below every other time, are doubtful. They may be rounded to a whole second, or one value may have been entered three times. They may also be real: the source does not say, and the times alone cannot show which it is.',
    `3.00 s is the smallest time of its row, so it sets the lower end of the range and lowers the mean, but hardly moves the median: ${effects.join('; ')}. Use the medians of these rows, and not their printed means and ranges.`,
  ]
}

function nativeExhibit(sources: Sources): Exhibit {
  return {
    caption: 'The native times on the Mac, in the order of the source (seconds)',
    columns: ['Platform', 'First', 'Second', 'Third'],
    rows: nativeRows(sources).map((row) => [row.platform ?? '', ...timesOf(row).map((time) => fixed(time, 2))]),
  }
}

/** Describes the three times of a row by what the source prints and by what the edition shows. */
function meanAndMedian(row: Record<string, string>): string {
  return `${row.platform}, mean ${fixed(Number(row.mean_s), 2)} s, median ${fixed(median(timesOf(row)), 2)} s`
}

function replacedExhibit(sources: Sources): Exhibit {
  const times = (row: Record<string, string>) =>
    timesOf(row)
      .map((time) => fixed(time, 3))
      .join(', ')
  return {
    caption: 'The three times of each row, in both versions, and the range printed today (seconds)',
    columns: ['Platform', 'Until 2025-02-28', 'Since then', 'Range printed'],
    rows: replacedRows(sources).map(({ first, later }) => [
      later.platform ?? '',
      times(first),
      times(later),
      `${fixed(Number(later.published_min), 2)}–${fixed(Number(later.published_max), 2)}`,
    ]),
  }
}
