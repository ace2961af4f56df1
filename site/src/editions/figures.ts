import { type BarChart, type BarGroup, drawBarRows } from '../charts/bar-rows.ts'
import { formatRatio, scenarioColor } from '../page/text.ts'
import type { Edition } from './edition.ts'
import type { ResolvedRow } from './resolve.ts'

/** A chart in both its layouts, as SVG. */
export interface Drawing {
  wide: string
  narrow: string
}

/** Seconds with two decimals, as the sources of editions print them. */
export function formatSeconds(ns: number): string {
  return (Math.round(ns / 1e7) / 100).toFixed(2)
}

/** The average of every test, grouped by platform, with the range of its runs. */
export async function drawEdition(edition: Edition, rows: ResolvedRow[]): Promise<Drawing> {
  const groups = Map.groupBy(rows, ({ os, platform }) => `${platform} · ${os}`)
  const chart: BarChart = {
    axisTitle: 'seconds',
    origin: 0,
    groups: [...groups].map(([label, members]): BarGroup => ({ label, bars: members.map(barOfRow) })),
  }
  const listed = rows.map(
    ({ os, platform, test, figures }) => `${platform} on ${os}, ${test}: ${formatSeconds(figures.average)} s`,
  )
  return draw(
    chart,
    `edition-${edition.name}`,
    `Average time by platform and test`,
    `${listed.join('; ')}. The table has the figures.`,
  )
}

/** One bar of the headline: how many times native the bind mount of a platform took, in an edition. */
export interface Headline {
  label: string
  ratio: number
  edition: string
  os: string
}

/** The bind mounts of some editions, worst first. */
export function headlines(editions: { edition: Edition; rows: ResolvedRow[] }[]): Headline[] {
  return editions
    .flatMap(({ edition, rows }) =>
      rows.flatMap(({ scenario, figures, platform, os }) =>
        scenario === 'bind' && figures.ratio !== null
          ? [
              {
                label: `${platform} · ${os} · ${edition.published.slice(0, 4)}`,
                ratio: figures.ratio,
                edition: edition.name,
                os,
              },
            ]
          : [],
      ),
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
  return draw(
    chart,
    'headline',
    'Time of npm install on a bind mount, as a multiple of the machine itself',
    `${listed.join('; ')}.`,
  )
}

function barOfRow({ scenario, figures: { average, minimum, maximum } }: ResolvedRow): BarGroup['bars'][number] {
  return {
    value: average / 1e9,
    range: minimum === maximum ? null : [minimum / 1e9, maximum / 1e9],
    text: formatSeconds(average),
    color: scenarioColor(scenario),
  }
}

async function draw(chart: BarChart, id: string, title: string, description: string): Promise<Drawing> {
  const [wide, narrow] = await Promise.all([
    drawBarRows(chart, 'wide', { id: `${id}-wide`, title, description }),
    drawBarRows(chart, 'narrow', { id: `${id}-narrow`, title, description }),
  ])
  return { wide, narrow }
}
