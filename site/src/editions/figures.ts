import { type BarChart, drawBarRows } from '../charts/bar-rows.ts'
import { formatRatio } from '../page/text.ts'
import type { Edition } from './edition.ts'
import type { ResolvedPart } from './resolve.ts'

/** A chart in both its layouts, as SVG. */
export interface Drawing {
  wide: string
  narrow: string
}

/** One bar of the headline: how many times native the bind mount of a platform took, in an edition. */
export interface Headline {
  label: string
  ratio: number
  edition: string
  os: string
}

/** What the headline is about: npm's installation of the tree of create-react-app, in the sources and here. */
const INSTALLATIONS = /^npm-(install|ci cra$)/

/** The bind mounts of some editions, worst first. */
export function headlines(editions: { edition: Edition; parts: ResolvedPart[] }[]): Headline[] {
  return editions
    .flatMap(({ edition, parts }) =>
      parts
        .flatMap(({ rows }) => rows)
        .flatMap(({ work, scenario, figures: { ratio }, platform, os }) => {
          if (!INSTALLATIONS.test(work) || scenario !== 'bind' || ratio === null) return []
          const label = `${platform} · ${os} · ${edition.published.slice(0, 4)}`
          return [{ label, ratio, edition: edition.name, os }]
        }),
    )
    .sort((a, b) => b.ratio - a.ratio)
}

/** Bars that hang from the load line: the machine itself. */
export async function drawHeadlines(lines: Headline[]): Promise<Drawing> {
  const chart: BarChart = {
    axisTitle: 'times the machine itself',
    origin: 1,
    groups: lines.map(({ label, ratio, os }) => ({
      label,
      bars: [
        {
          value: ratio,
          range: null,
          text: formatRatio(ratio),
          color: os === 'Linux' ? 'var(--native)' : 'var(--bind)',
        },
      ],
    })),
  }
  const listed = lines.map(({ label, ratio }) => `${label}: ${formatRatio(ratio)}`)
  const title = 'Time of npm install on a bind mount, as a multiple of the machine itself'
  return inBothLayouts((layout) =>
    drawBarRows(chart, layout, { id: `headline-${layout}`, title, description: `${listed.join('; ')}.` }),
  )
}

/** Draws a chart in both its layouts. */
export async function inBothLayouts(draw: (layout: 'wide' | 'narrow') => Promise<string>): Promise<Drawing> {
  const [wide, narrow] = await Promise.all([draw('wide'), draw('narrow')])
  return { wide, narrow }
}
