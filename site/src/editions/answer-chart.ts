import type { CitationFormat } from '../cite/citation-formats.ts'
import { placeChart } from '../page-parts/charts/position-marks.ts'
import type { PlacedChart } from '../page-parts/charts/responsive-chart.tsx'
import type { Heading } from '../page-parts/charts/stand-alone.ts'
import { type Answer, publicationYear } from './answer.ts'
import { type BindMounts, bindMountChart, describeBindMounts, describeCounts } from './bind-mounts.ts'
import { describeFlags, describeMarks, joinNotes, nameStatistic } from './chart-heading.ts'
import type { Edition } from './edition.ts'
import { embedCode } from './embed.ts'

/** The chart of the answer, as the home page and the page of its edition show it. */
export interface ShownAnswer {
  found: Answer
  chart: PlacedChart
  /** The HTML to embed the chart. */
  embed: string
  /** The citations of the edition. */
  bibtex: CitationFormat
}

/** Draws the answer for a page. @param baseUrl the registry's address, ending in "/"; null if it is unknown */
export function showAnswer(answer: Answer, bibtex: CitationFormat, baseUrl: string | null): ShownAnswer {
  const { edition, bindMounts } = answer
  const { part, flags } = bindMounts
  const notes = describeFlags(flags).map((note) => ` ${note}.`)
  return {
    found: withoutSamples(answer),
    bibtex,
    chart: placeBindMounts(bindMounts, 'answer'),
    embed: embedCode({
      edition,
      part: part.code,
      description: `${answerHeading(answer).title}. ${describeBindMounts(bindMounts)}${notes.join('')}`,
      baseUrl,
    }),
  }
}

/** Places the chart of bind mounts on a page. @param id the name of the chart, unique on the page */
export function placeBindMounts(bindMounts: BindMounts, id: string): PlacedChart {
  return placeChart(bindMountChart(bindMounts), {
    id: `${id}-chart`,
    title: `${bindMounts.part.title}, on a bind mount`,
    description: describeBindMounts(bindMounts),
  })
}

/**
 * The heading of the chart of the answer: work and numbers, then marks, machine, author, year of publication and number of
 * samples.
 * @param isCredited whether it says that Plimsoll drew the chart; a picture says so elsewhere
 */
export function answerHeading({ edition, bindMounts }: Answer, isCredited = true): Heading {
  const { machine, flags, part } = bindMounts
  const { citation } = edition
  const published =
    citation === null
      ? publicationYear(edition)
      : `${citation.authors.join(', ')}, published ${publicationYear(edition)}`
  return {
    title: `npm install on a bind mount: ${nameStatistic(part)}, × native`,
    subtitle: joinNotes([
      ...['lower is better', ...describeMarks(bindMountChart(bindMounts), part)],
      ...[machine, published, describeCounts(bindMounts), ...(isCredited ? ['drawn by Plimsoll'] : [])],
      ...describeFlags(flags),
    ]),
    description: `${describeBindMounts(bindMounts)} Plimsoll edition ${edition.name}, ${edition.digest}.`,
  }
}

/** Removes the samples and all other rows, which a page does not show. */
export function withoutSamples<Found extends { edition: Edition; bindMounts: BindMounts | null }>(found: Found): Found {
  const { edition, bindMounts } = found
  const rows = bindMounts?.part.rows.map((row) => ({ ...row, figures: { ...row.figures, values: [], warmups: [] } }))
  return {
    ...found,
    edition: { ...edition, parts: [], matches: [] },
    bindMounts: bindMounts && { ...bindMounts, part: { ...bindMounts.part, rows: rows ?? [] } },
  }
}
