import { SMALL_PICTURE } from '../page-parts/social.ts'
import { drawPreviewImage } from '../preview-images/preview-image.ts'
import type { Analysis } from './analysis.ts'
import { runHeadline } from './headline.ts'

/** Draws the picture that social media show for a link to a run: PNG, of the size `SMALL_PICTURE`. */
export function drawRunPreview(analysis: Analysis): Promise<Uint8Array<ArrayBuffer>> {
  const { subject, result } = runHeadline(analysis)
  return drawPreviewImage({
    above: `Plimsoll ${analysis.check === null ? 'run' : 'check'} ${analysis.identity.id.slice(0, 10)}`,
    title: analysis.title,
    line: `${subject}: ${result}`,
    figure: analysis.main,
    width: SMALL_PICTURE.width,
  })
}
