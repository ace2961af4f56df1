import { describeWork } from '@plimsoll/schema'
import { SMALL_PICTURE } from '../page-parts/social.ts'
import { formatWork } from '../page-parts/titles.ts'
import { drawPreviewImage } from '../preview-images/preview-image.ts'
import type { Analysis } from './analysis.ts'
import type { Figure } from './figure.tsx'
import { runHeadline } from './headline.ts'
import { samplesChart } from './samples-chart.ts'

/** Draws the picture that social media show for a link to a run: PNG, of the size `SMALL_PICTURE`. */
export function drawRunPreview(analysis: Analysis): Promise<Uint8Array<ArrayBuffer>> {
  const { subject, result } = runHeadline(analysis)
  return drawPreviewImage({
    above: `Plimsoll ${analysis.check === null ? 'run' : 'check'} ${analysis.identity.id.slice(0, 10)}`,
    title: analysis.title,
    line: `${subject}: ${result}`,
    figure: figureOfPreview(analysis),
    width: SMALL_PICTURE.width,
  })
}

/** The most rows of a chart of samples that a picture has room for. */
const MAX_ROWS = 6

/**
 * Returns the chart of what the run found first, whose sentence stands above it; the main chart of a check or of a run
 * that found nothing. Of more rows than a picture has room for, those on a bind mount are the answer.
 */
export function figureOfPreview({ check, panels, findings, main }: Analysis): Figure | null {
  // The name of a work may be the beginning of another one's: `files=200` of `files=2000`.
  const isFirst = (work: string) => [':', ',', ' on '].some((end) => findings[0]?.startsWith(work + end))
  const panel =
    check === null && panels.find(({ rows: [row] }) => row && isFirst(formatWork(describeWork(row.benchmark))))
  if (!panel) return main
  const onBind = panel.rows.filter(({ benchmark }) => benchmark.scenario === 'bind')
  const chart = samplesChart(panel.rows.length > MAX_ROWS && onBind.length > 0 ? { ...panel, rows: onBind } : panel)
  return typeof chart === 'string' ? main : chart
}
