import type { RowChart } from '../page-parts/charts/row-chart.ts'
import { publishedTitle } from '../page-parts/titles.ts'
import { drawPreviewImage } from '../preview-images/preview-image.ts'
import type { LoadedEdition } from './load-editions.ts'
import { makeBars, makeRowChart } from './part-chart.ts'

/** Draws the preview image of a shared link to an edition: PNG, 1200 × 630 pixels, with the chart of its first part. */
export function drawEditionPreview({ edition, parts }: LoadedEdition): Promise<Uint8Array<ArrayBuffer>> {
  const origin = edition.citation === null ? 'measured' : 'transcribed'
  const line = origin === 'measured' ? publishedTitle(edition) : `${origin}, ${publishedTitle(edition)}`
  const [first] = parts
  // Lines are shown as bars, because a picture of this size has no room for an axis of record sizes.
  const chart = first === undefined ? null : (makeRowChart(first) ?? makeBars(first))
  return drawPreviewImage({
    above: `Plimsoll edition ${edition.name}: ${line}`,
    title: edition.title,
    figure: first !== undefined && chart !== null ? { title: `${first.title} (${chart.axis.title})`, chart } : null,
  })
}

/** Draws one chart of an edition as a picture: PNG, 1200 × 630 pixels. @param name the name of the edition */
export function drawChartPreview({
  title,
  subtitle,
  chart,
  name,
}: {
  title: string
  subtitle: string
  chart: RowChart
  name: string
}): Promise<Uint8Array<ArrayBuffer>> {
  const figure = { title: chart.axis.title, chart }
  return drawPreviewImage({ above: `Drawn by Plimsoll: edition ${name}`, title, line: subtitle, figure })
}
