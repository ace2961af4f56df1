import { formatRatio, idOfHash } from '@plimsoll/schema'
import { type Bar, barChart } from '../charts/bar-chart.ts'
import { placeChart } from '../charts/position-marks.ts'
import type { PlacedChart } from '../charts/responsive-chart.tsx'
import type { LoadedEdition } from './load-editions.ts'

/** One bar of the headline chart: a platform's bind mount in one edition, as a multiple of native. */
export interface EditionHeadline {
  label: string
  ratio: number
  edition: string
  os: string
  /** The name of the workload: `npm-install` in the sources, `npm-ci` in the catalog. */
  workload: string
  /** The number of values of the platform's bind mount. */
  n: number | null
}

/**
 * The workloads of the headline. In the sources and in the catalog, they are npm's installation of the tree of
 * create-react-app.
 */
const INSTALLATIONS = /^npm-(install|ci cra$)/

type HeadlineEdition = Pick<LoadedEdition, 'edition' | 'parts' | 'provenance'>

/**
 * Returns the bind mounts of some editions, largest ratio first. For editions that do not ship with the registry, it
 * uses only runs of an unmodified suite that are neither withdrawn nor superseded, and only ratios that such a run may
 * show.
 * @param shipped the names of the shipped editions
 */
export function headlines(editions: HeadlineEdition[], shipped: string[]): EditionHeadline[] {
  return editions
    .flatMap((loaded) => {
      const { edition, parts } = loaded
      return parts.flatMap((part, partIndex) =>
        part.rows.flatMap((row, rowIndex) => {
          const { work, scenario, figures, platform, os } = row
          if (!INSTALLATIONS.test(work) || scenario !== 'bind' || figures.ratio === null) return []
          const frozen = edition.parts[partIndex]?.rows[rowIndex]
          const isMeasured = edition.citation === null && isOfValidRun(loaded, frozen?.benchmark?.run)
          if (!shipped.includes(edition.name) && !isMeasured) return []
          const [workload = ''] = work.split(' ')
          const own = workload === 'npm-install' ? '' : ` · ${workload}`
          const label = `${platform} · ${os} · ${edition.published.slice(0, 4)}${own}`
          return [{ label, ratio: figures.ratio, edition: edition.name, os, workload, n: figures.n }]
        }),
      )
    })
    .sort((a, b) => b.ratio - a.ratio)
}

/** Returns the headline as a sentence. @param lines the bars of the chart, largest ratio first */
export function headlineSentence(lines: EditionHeadline[]): string {
  const [worst, best] = [lines[0], lines.at(-1)]
  if (worst === undefined || best === undefined) return 'Cost of a bind mount'
  return `A bind mount makes ${worksOf(lines)} take ${formatRatio(best.ratio)} to ${formatRatio(worst.ratio)} as long`
}

/** Returns the names of the workloads as text, for example `npm install` or `npm install or npm-ci`. */
export function worksOf(lines: EditionHeadline[]): string {
  const works = lines.map(({ workload }) => (workload === 'npm-install' ? 'npm install' : workload))
  return [...new Set(works)].sort().join(' or ')
}

/** Whether the run is of an unmodified suite, and neither withdrawn nor superseded. */
function isOfValidRun({ provenance }: HeadlineEdition, hash: string | undefined): boolean {
  const found = provenance.find(({ run }) => hash !== undefined && run === idOfHash(hash))
  return found?.division === 'standard' && found.state === null
}

/** Returns the ratios as bars that start at 1, the ratio of native. */
export function headlineChart(lines: EditionHeadline[]): PlacedChart {
  const bars = lines.map(({ label, ratio, os }): Bar => {
    const color = os === 'Linux' ? 'native' : 'bind'
    return {
      label,
      benchmark: label,
      scenario: 'bind',
      color,
      value: ratio,
      range: null,
      values: [],
      text: formatRatio(ratio),
    }
  })
  return placeChart(barChart({ axisTitle: '× native', origin: 1, groups: [{ label: null, bars }] }), {
    id: 'headline-chart',
    title: `Time of ${worksOf(lines)} on a bind mount, × native`,
    description: `${lines.map(({ label, ratio }) => `${label}: ${formatRatio(ratio)}`).join('; ')}.`,
  })
}
