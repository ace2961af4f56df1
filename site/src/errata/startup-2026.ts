import type { Erratum } from './erratum.ts'
import { fixed, GUIDE, GUIDE_DOCUMENTS, guideFiles, guideValues, PLATFORMS } from './source-values.ts'

const SSD = 'azure-premium-ssd'
const MACOS = 'macos-docker-desktop'
const edition = 'startup-2026'

/** The errata of the study of 2026, except those of its write test. */
export const STARTUP_ERRATA: Erratum[] = [
  {
    code: 'copy-up-of-nothing',
    edition,
    title: 'The copy-up test copies nothing up, and 12 of its values were set to zero',
    published: 'Test 2 measures the overhead of OverlayFS copying a file up from a lower layer.',
    found: (sources) => {
      const zeros = guideValues(sources, MACOS, '02-copyup-overhead.csv', 'copyup_ms').values.filter(
        (value) => value === 0,
      )
      return [
        `The test writes 100 MB from /dev/urandom to a new file, which is in no lower layer. So it times the generation of random bytes. The start time of an empty container is subtracted, and negative results were set to 0: ${zeros.length} of 50 values on macOS.`,
      ]
    },
    files: guideFiles('02-copyup-overhead.csv'),
    documents: GUIDE_DOCUMENTS,
  },
  {
    code: 'cpu-whole-seconds',
    edition,
    title: 'CPU throttling was timed in whole seconds',
    published:
      'With --cpus=0.5 containers got 60.5% (SSD), 48.2% (HDD) and 71.6% (macOS) of a CPU, with standard deviations of 3.8, 16.2 and 36.1: two-level scheduling compounds inaccuracy.',
    found: (sources) => {
      const deviations = PLATFORMS.map(
        ({ folder }) => guideValues(sources, folder, '03-cpu-throttling.csv', 'measured_pct').deviation,
      )
      return [
        `Each value is the ratio of two loop counts. A loop ends when the clock, in whole seconds, has advanced by 2, so each loop ran for 1 to 2 seconds, depending on when it began. If both loops began at a random time, even a perfect limit would therefore show a standard deviation of ${fixed(perfectDeviation(), 1)} points (measured: ${deviations.map((value) => fixed(value, 1)).join(', ')}). So these values say nothing about scheduling. A loop ends on a full second, and the next loop begins after the start of another container. If all starts take nearly the same time, as on the SSD, the deviation is small, but the mean is wrong.`,
      ]
    },
    files: guideFiles('03-cpu-throttling.csv'),
    documents: [],
  },
  {
    code: 'variance-9-5',
    edition,
    title: '“9.5 times the variance” is a ratio of standard deviations',
    published: 'Docker Desktop’s CPU throttling has 9.5 times the variance of native Linux.',
    found: (sources) => {
      const [ssd, macos] = [SSD, MACOS].map(
        (folder) => guideValues(sources, folder, '03-cpu-throttling.csv', 'measured_pct').deviation,
      ) as [number, number]
      return [
        `The standard deviations are ${fixed(macos, 2)} and ${fixed(ssd, 2)}, ${fixed(macos / ssd, 1)} to one; the variances are ${fixed((macos / ssd) ** 2, 0)} to one. Neither ratio says anything about throttling: see the erratum on CPU throttling in whole seconds.`,
      ]
    },
    files: [...guideFiles('03-cpu-throttling.csv'), `${GUIDE}/published.csv`],
    documents: [],
  },
  {
    code: 'metadata-rewritten',
    edition,
    title: 'The volume’s files were created once and overwritten 49 times; negative times became 0',
    published: 'Making 500 files is 1.3 to 4.8 times as fast on OverlayFS as on a volume.',
    found: (sources) => {
      const zeros = PLATFORMS.flatMap(({ folder, title }) =>
        ['overlayfs', 'volume'].map((mode) => {
          const { values } = guideValues(sources, folder, '05-metadata-operations.csv', 'duration_ms', { mode })
          return `${title}, ${mode === 'volume' ? mode : 'OverlayFS'}: ${values.filter((value) => value === 0).length}`
        }),
      )
      return [
        `One volume served all 50 runs, so from the second run on its files were truncated and rewritten. OverlayFS had a new container each time, so its files were created. These are two different kinds of work. The start time of a container was subtracted from each time, and negative differences became 0 (of 50: ${zeros.join('; ')}).`,
      ]
    },
    files: guideFiles('05-metadata-operations.csv'),
    documents: GUIDE_DOCUMENTS,
  },
  {
    code: 'namespace-timer',
    edition,
    title: 'Namespace creation cannot be distinguished from the clock',
    published: 'Making a namespace takes 7.94 ms (SSD) and 8.45 ms (HDD), a platform-invariant primitive.',
    found: (sources) => {
      const parts = PLATFORMS.slice(0, 2).map(({ folder, title }) => {
        const { average, median, values } = guideValues(sources, folder, '07-namespace-overhead.csv', 'duration_ms')
        return `${title}: mean ${fixed(average, 2)}, median ${fixed(median, 2)}, smallest ${fixed(Math.min(...values), 2)} ms`
      })
      return [
        `${parts.join('; ')}. Each clock reading starts date twice and grep once, and the measured command is itself a program (unshare with echo). Starting those processes alone takes about 8 ms, so both machines have nearly the same mean.`,
      ]
    },
    files: guideFiles('07-namespace-overhead.csv'),
    documents: GUIDE_DOCUMENTS.slice(0, 2),
  },
  {
    code: 'network-is-the-internet',
    edition,
    title: 'The network test measures the Internet',
    published:
      'Bridge and host network differ by 0.04 and 0.06 ms on Linux; on macOS round trips are 17 times as long, because all packets go through the hypervisor.',
    found: (sources) => {
      const parts = PLATFORMS.map(({ folder, title }) => {
        const [bridge, host] = ['bridge', 'host'].map(
          (mode) => guideValues(sources, folder, '08-network-latency.csv', 'avg_rtt_ms', { mode }).average,
        ) as [number, number]
        return `${title}: ${fixed(bridge, 2)} and ${fixed(host, 2)} ms`
      })
      return [
        `The pings went to a public address, so most of each round trip is the path from a data centre or a home to that address (means of the bridge network and the host network: ${parts.join('; ')}). The overhead of a bridge or a hypervisor cannot be separated from the time of this path.`,
      ]
    },
    files: guideFiles('08-network-latency.csv'),
    documents: GUIDE_DOCUMENTS,
  },
  {
    code: 'memory-sharing',
    edition,
    title: 'Memory shared through the page cache was not measured',
    published: 'Page cache sharing is about 0%: three containers take three times the memory of one.',
    found: (sources) => {
      const parts = PLATFORMS.map(
        ({ folder, title }) =>
          `${title} ${fixed(guideValues(sources, folder, '09-memory-efficiency.csv', 'total_mem_mb').average, 2)}`,
      )
      return [
        `docker stats subtracts inactive file cache and charges a shared page to one container only. So its sums (mean MiB: ${parts.join(', ')}) cannot show whether containers share memory. A single container was never measured: the published figure for one container is a third of the sum.`,
      ]
    },
    files: guideFiles('09-memory-efficiency.csv'),
    documents: GUIDE_DOCUMENTS,
  },
  {
    code: 'ten-dimensions',
    edition,
    title: 'Nine tests and one page of remarks',
    published: '50 iterations per test across 10 performance dimensions.',
    found: (sources) => {
      const pulls = guideValues(sources, SSD, '06-image-pull-time.csv', 'pull_time_ms', { image: 'alpine' }).values
        .length
      const cold = guideValues(sources, SSD, '01-startup-latency.csv', 'startup_ms', { image: 'alpine', mode: 'cold' })
        .values.length
      return [
        `Nine of the ten tests have files with values; the tenth test writes remarks on one run. Not every test had 50 iterations: pulls were repeated ${pulls} times and cold starts ${cold} times, as the methods section says. macOS has no namespaces, so eight tests measure something there.`,
      ]
    },
    files: [`${GUIDE}/platforms.csv`, `${GUIDE}/published.csv`],
    documents: GUIDE_DOCUMENTS,
  },
  {
    code: 'macos-not-cold',
    edition,
    title: 'On macOS “cold” is faster than warm, and three other containers ran',
    published:
      'The source gives cold and warm starts on three platforms. Under limitations, it mentions as an artefact that cold starts are faster than warm starts on macOS.',
    found: (sources) => {
      const parts = ['alpine', 'nginx', 'python_3.11-slim'].map((image) => {
        const [cold, warm] = ['cold', 'warm'].map(
          (mode) => guideValues(sources, MACOS, '01-startup-latency.csv', 'startup_ms', { image, mode }).average,
        ) as [number, number]
        return `${image.replace('_', ':')} ${fixed(cold, 0)} against ${fixed(warm, 0)} ms`
      })
      return [
        `Mean times of cold against warm starts: ${parts.join('; ')}. No cache was dropped on macOS, so the difference comes from the pause before each start or from other load: three privileged containers ran in the same virtual machine, as the source’s own notes of that run show.`,
      ]
    },
    files: [`${GUIDE}/${MACOS}/01-startup-latency.csv`],
    documents: GUIDE_DOCUMENTS.slice(2),
  },
]

/**
 * Returns the standard deviation of 50 · A ÷ B in percentage points. A and B are independent and uniform between 1 and
 * 2 seconds: E[A²] = 7/3, E[B⁻²] = 1/2, E[A] = 3/2, E[B⁻¹] = ln 2.
 */
function perfectDeviation(): number {
  return 50 * Math.sqrt((7 / 3) * (1 / 2) - ((3 / 2) * Math.LN2) ** 2)
}
