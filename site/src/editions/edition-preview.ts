import { publishedTitle } from '../page-parts/titles.ts'
import { drawPreviewImage } from '../preview-images/preview-image.ts'
import type { Answer } from './answer.ts'
import { answerHeading } from './answer-chart.ts'
import { bindMountChart } from './bind-mounts.ts'
import type { LoadedEdition } from './load-editions.ts'
import { makeBars, makeRowChart } from './part-chart.ts'

/**
 * Draws the preview image of a shared link to an edition: PNG, 1200 × 630 pixels. It has the chart of the edition's first
 * part; for the edition with the answer of the home page, the chart of the answer.
 */
export function drawEditionPreview(
  { edition, parts }: LoadedEdition,
  answer: Answer | null,
): Promise<Uint8Array<ArrayBuffer>> {
  if (answer?.edition.name === edition.name) {
    const { title, subtitle } = answerHeading(answer, false)
    const chart = bindMountChart(answer.bindMounts)
    const above = `Drawn by Plimsoll: edition ${edition.name}`
    return drawPreviewImage({ above, title, line: subtitle, figure: { title: chart.axis.title, chart } })
  }
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
