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
  'A shell script on the host timed the whole of docker run --rm IMAGE echo hello, with date as its clock. It took the images in a fixed order. For each image, it timed 50 warm starts, then 20 cold starts after dropping the caches.',
  'There were three platforms. Two were Azure Standard_D2s_v3 machines with 2 virtual CPUs, 8 GB, Ubuntu 22.04.5 and Docker 28.2.2 with overlay2: one with a Premium SSD, one with a Standard HDD. The third was a MacBook Pro with an M1 Pro, 16 GB, macOS 26.0.1 and Docker Desktop with engine 28.4.0.',
  'The images are those tagged latest on that day; their digests are not recorded. Three other privileged containers ran on the Mac at the same time.',
  'The 95% interval of a median in this edition is from order statistics; that of a mean is Student’s t interval. For the mean, the source used the normal distribution, which gives intervals 2% narrower for 50 values. Quartiles are interpolated (type 7).',
  'The script has ten tests; nine of them measure something, and the tenth records remarks.',
  'The tests of CPU throttling and write throughput have no run document. A run document cannot hold percentages without the counts behind them, or rates without their unit and amount. The samples of these two tests are in the file of this edition.',
]

export const FLAGS: Flag[] = [
  {
    code: 'not-cold',
    title: 'not cold',
    text: 'On macOS, the caches of Docker Desktop’s virtual machine were not dropped. So these starts are warm starts after a longer pause. They were faster than the starts that the source calls warm.',
  },
  {
    code: 'whole-seconds',
    title: 'whole seconds',
    text: 'The share of the CPU is the ratio of two loop counts. Each loop ran until the clock, read in whole seconds, had advanced by 2, so each loop ran for 1 to 2 seconds. Even a perfect CPU limit would therefore show a wide spread.',
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
    text: 'The test wrote a new file from /dev/urandom, so no file of a lower layer was copied up. The source subtracted the start time of an empty container and set negative differences to 0: 12 of 50 on macOS.',
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
    text: 'Pings went to a public address and pulls came from a public registry, so the times include the Internet.',
  },
]
