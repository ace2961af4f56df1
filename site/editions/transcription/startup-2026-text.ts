import type { Flag } from '../../src/editions/edition.ts'

/** Notes on the figures of 2026, for the run documents and for the edition's page. */

export const NOTES = [
  {
    code: 'left-out',
    text: 'Two of the nine tests are not in this document: CPU throttling is given as percentages without the counts they are quotients of, and write throughput as numbers that lost their unit. The edition startup-2026 has both as the source gives them.',
  },
  {
    code: 'clamped',
    text: 'copyup-overhead and metadata-operations are differences of two container runs; where the difference was negative, the source wrote 0.',
  },
  {
    code: 'copy-up',
    text: 'copyup-overhead timed the writing of a new file from /dev/urandom: nothing was copied up.',
  },
  {
    code: 'same-files',
    text: 'metadata-operations on the volume made its 500 files in the first run and wrote them again in the others.',
  },
  {
    code: 'timer',
    text: 'Each reading of the clock started a process or more: about 8 ms are in every time.',
  },
  {
    code: 'internet',
    text: 'network-latency is the mean of five pings to a public address, image-pull-time a pull from a public registry: both measured the Internet too.',
  },
  {
    code: 'memory',
    text: 'memory-efficiency is the sum of what docker stats printed for three containers, rounded to 0.001 MiB or coarser.',
  },
  {
    code: 'licence',
    text: 'The source states no licence for its figures, which are quoted as facts with citation.',
  },
]

export const PLATFORM_NOTES: Record<string, { code: string; text: string }[]> = {
  'macos-docker-desktop': [
    { code: 'busy', text: 'Three other containers, all privileged, ran in the same virtual machine meanwhile.' },
    {
      code: 'not-cold',
      text: 'Caches could be dropped on neither side, so cold is warm with a longer pause; it was the faster of the two.',
    },
  ],
}

export const METHOD = [
  'Timed: the whole of docker run --rm IMAGE echo hello, from the host, with date in a shell script as the clock. 50 warm starts, then 20 cold ones after dropping the caches, image by image in fixed order.',
  'Azure Standard_D2s_v3, 2 virtual CPUs and 8 GB, Ubuntu 22.04.5, Docker 28.2.2 with overlay2, once on a Premium SSD and once on a Standard HDD; a MacBook Pro with an M1 Pro and 16 GB, macOS 26.0.1, Docker Desktop with engine 28.4.0.',
  'The images are latest of that day; their digests are not recorded. Three other privileged containers ran on the Mac meanwhile.',
  'Intervals here are Student’s t, 95%; the source used the normal distribution, which is 2% narrower with 50 values. Quartiles are interpolated (type 7).',
  'The script calls ten tests; nine of them measure something, and the tenth writes down remarks.',
  'CPU throttling and write throughput have no run document: percentages without their counts, and rates without their unit and amount, are not what a run document holds. Their single values are in this edition’s own file.',
]

export const FLAGS: Flag[] = [
  {
    code: 'not-cold',
    title: 'not cold',
    text: 'On macOS the caches of Docker Desktop’s virtual machine were not dropped. These starts are warm ones with a longer pause before each, and faster than those called warm.',
  },
  {
    code: 'whole-seconds',
    title: 'whole seconds',
    text: 'The share of CPU is the quotient of two counts of a loop that ran until the clock, read in whole seconds, had gone on by 2: each ran for between 1 and 2 seconds. A limit that works perfectly would still show a wide spread.',
  },
  {
    code: 'unit-lost',
    title: 'unit lost',
    text: 'The script took the number out of what dd prints and dropped the unit behind it: 1.1 GB/s became 1.1. The part below has the same values with the unit restored.',
  },
  {
    code: 'unit-restored',
    title: 'unit restored',
    text: 'A value under 50 is read as GB/s. What it then says is how fast the page cache takes 256 MB: nothing was synced. On the volume only the first run made its file; the 49 others wrote over it.',
  },
  {
    code: 'no-copy-up',
    title: 'no copy-up',
    text: 'A new file was written from /dev/urandom; no file of a lower layer was touched. Negative differences were written as 0: 12 of 50 on macOS.',
  },
  {
    code: 'clamped',
    title: 'clamped',
    text: 'A difference of two container starts, in which negative values were written as 0. On the volume only the first run made new files; the others wrote them again.',
  },
  {
    code: 'timer',
    title: 'mostly the timer',
    text: 'Reading the clock took several processes, about 8 ms: as long as what was to be measured.',
  },
  {
    code: 'internet',
    title: 'the Internet',
    text: 'Pings went to a public address and pulls came from a public registry.',
  },
]
