import { type Html, html } from '../html.ts'
import { publishedTitle } from '../page-parts/titles.ts'
import { chartFile } from './chart-files.ts'
import type { Edition } from './edition.ts'

interface EmbeddedChart {
  edition: Pick<Edition, 'name' | 'title' | 'citation' | 'published' | 'authors' | 'url'>
  /** The code of the part whose chart is embedded. It is also the anchor on the edition's page to which the picture leads. */
  part: string
  /** The text alternative of the picture, with the meaning of its flags. */
  description: string
  /** The registry's address, ending in "/"; null if it is unknown. Then the addresses are relative to the registry. */
  baseUrl: string | null
}

/**
 * Returns the HTML of a chart for other sites: a figure with a picture for wide and one for narrow screens, which needs
 * neither a script nor a frame. The picture is a light card on every page, light or dark. Its heading says what its
 * numbers, its marks and the sign of a flag mean. The caption says what a picture cannot: it links the source.
 */
export function embedCode({ edition, part, description, baseUrl }: EmbeddedChart): string {
  const folder = `${baseUrl ?? ''}editions/`
  const file = (format: 'svg' | 'narrow.svg') => folder + chartFile(edition.name, part, format)
  const page = `${folder}${edition.name}#${part}`
  return html`<figure style="margin: 0">
  <a href="${page}">
    <picture>
      <source media="(max-width: 640px)" srcset="${file('narrow.svg')}">
      <img src="${file('svg')}" alt="${description}" style="max-width: 100%; height: auto">
    </picture>
  </a>
  <figcaption>${sourceOf(edition)} Chart: <a href="${page}">Plimsoll edition ${edition.name}</a>.</figcaption>
</figure>`.text
}

function sourceOf(edition: EmbeddedChart['edition']): Html {
  const { title, citation, authors = [], url } = edition
  if (citation === null) {
    const by = authors.length === 0 ? '' : `${authors.join(', ')}: `
    return html`${by}${url === undefined ? title : html`<a href="${url}">${title}</a>`}, measured with Plimsoll.`
  }
  const source = citation.url === null ? html`${citation.title}` : html`<a href="${citation.url}">${citation.title}</a>`
  return html`Measured by ${citation.authors.join(', ') || 'an unnamed author'}: ${source}, ${publishedTitle(edition)}.`
}
