import { html } from '../html.ts'
import { chartFile } from './chart-files.ts'

interface EmbeddedChart {
  /** The name of the edition, and the code of the part whose chart is embedded. */
  edition: string
  part: string
  /** The anchor on the edition's page to which the picture leads. */
  anchor: string
  /** The text alternative of the picture, and the text below it. */
  description: string
  caption: string
  /** The registry's address, ending in "/"; null if it is unknown. */
  baseUrl: string | null
}

/**
 * Returns the HTML of a chart for other sites: a figure with a picture for wide and one for narrow screens, which needs
 * neither a script nor a frame. The picture follows the light or dark scheme of the reader.
 */
export function embedCode({ edition, part, anchor, description, caption, baseUrl }: EmbeddedChart): string {
  const folder = `${baseUrl ?? ''}editions/`
  const file = (format: 'svg' | 'narrow.svg') => folder + chartFile(edition, part, format)
  return html`<figure style="margin: 0">
  <a href="${folder}${edition}#${anchor}">
    <picture>
      <source media="(max-width: 640px)" srcset="${file('narrow.svg')}">
      <img src="${file('svg')}" alt="${description}" style="max-width: 100%; height: auto">
    </picture>
  </a>
  <figcaption>${caption}</figcaption>
</figure>`.text
}
