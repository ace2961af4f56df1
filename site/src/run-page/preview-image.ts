import { loadFontMetrics } from '../pictures/png.ts'
import { chartBody, drawPreviewImage } from '../pictures/preview-image.ts'
import type { Analysis } from './analysis.ts'

/** Draws the picture that social media show for a link to a run: PNG, 1200 × 630 pixels. */
export async function drawRunPreview(analysis: Analysis): Promise<Uint8Array<ArrayBuffer>> {
  const metrics = await loadFontMetrics()
  const { main: figure } = analysis
  const { subject, result } = analysis.headline
  return drawPreviewImage({
    above: `Plimsoll ${analysis.check === null ? 'run' : 'check'} ${analysis.identity.id.slice(0, 10)}`,
    title: analysis.title,
    line: `${subject}: ${result}`,
    body: figure && chartBody(figure.title, figure.chart, metrics),
    metrics,
  })
}
