import type { Flag } from '../../src/editions/edition.ts'

/** Notes on the figures of 2026, for the run documents and for the edition's page. */

export const NOTES = [
  {
    code: 'left-out',
    text: 'Two of the nine tests are not in this document: the source gives CPU throttling as percentages without the underlying counts, and write throughput as numbers without their unit. The edition startup-2026 has both as the source gives them.',
  },
  {
    code: 'clamped',
    text: 'copyup-overhead and metadata-operations are differences of two container runs; where the difference was negative, the source wrote 0.',
  },
  {
    code: 'copy-up',
    text: 'copyup-overhead timed writing a new file from /dev/urandom: nothing was copied up.',
  },
  {
    code: 'same-files',
    text: 'On the volume, metadata-operations created its 500 files in the first run and overwrote them in the other runs.',
  },
  {
    code: 'timer',
    text: 'Each clock reading started one or more processes, so every time includes about 8 ms.',
  },
  {
    code: 'internet',
    text: 'network-latency is the mean of five pings to a public address, image-pull-time a pull from a public registry: both times include the Internet.',
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
    { code: 'busy', text: 'Three other containers, all privileged, ran in the same virtual machine at the same time.' },
    {
      code: 'not-cold',
      text: 'The caches could be dropped neither on the host nor in the virtual machine, so cold starts are warm starts after a longer pause; they were the faster ones.',
    },
  ],
}

export const METHOD = [
  'Timed: the whole of docker run --rm IMAGE echo hello, from the host, with date in a shell script as the clock. 50 warm starts, then 20 cold ones after dropping the caches, image by image in fixed order.',
  'Azure Standard_D2s_v3, 2 virtual CPUs and 8 GB, Ubuntu 22.04.5, Docker 28.2.2 with overlay2, once on a Premium SSD and once on a Standard HDD; a MacBook Pro with an M1 Pro and 16 GB, macOS 26.0.1, Docker Desktop with engine 28.4.0.',
  'The images are those tagged latest on that day; their digests are not recorded. Three other privileged containers ran on the Mac at the same time.',
  'Intervals here are Student’s t, 95%; the source used the normal distribution, whose interval is 2% narrower with 50 values. Quartiles are interpolated (type 7).',
  'The script has ten tests; nine of them measure something, and the tenth records remarks.',
  'CPU throttling and write throughput have no run document, because a run document cannot hold percentages without their counts, or rates without their unit and amount. Their samples are in the file of this edition.',
]

export const FLAGS: Flag[] = [
  {
    code: 'not-cold',
    title: 'not cold',
    text: 'On macOS the caches of Docker Desktop’s virtual machine were not dropped. These are warm starts after a longer pause, and faster than the starts called warm.',
  },
  {
    code: 'whole-seconds',
    title: 'whole seconds',
    text: 'The share of the CPU is the ratio of two loop counts. Each loop ran until the clock, read in whole seconds, had advanced by 2, so it ran for 1 to 2 seconds. Even a perfect limit would show a wide spread.',
  },
  {
    code: 'unit-lost',
    title: 'unit lost',
    text: 'The script took the number from the output of dd and dropped its unit: 1.1 GB/s became 1.1. The next part has the same values with the unit restored.',
  },
  {
    code: 'unit-restored',
    title: 'unit restored',
    text: 'Plimsoll assumes that values under 50 are in GB/s. These values show how fast the page cache accepts 256 MB, because nothing was synced. On the volume, only the first run created the file; the 49 others overwrote it.',
  },
  {
    code: 'no-copy-up',
    title: 'no copy-up',
    text: 'A new file was written from /dev/urandom; no file of a lower layer was used. Negative differences were set to 0: 12 of 50 on macOS.',
  },
  {
    code: 'clamped',
    title: 'clamped',
    text: 'The time is the difference of two container starts; negative values were set to 0. On the volume, only the first run created files; the others overwrote them.',
  },
  {
    code: 'timer',
    title: 'mostly the timer',
    text: 'Each clock reading started several processes and took about 8 ms, as long as the measured operation.',
  },
  {
    code: 'internet',
    title: 'the Internet',
    text: 'Pings went to a public address and pulls came from a public registry.',
  },
]
