import { type Html, html } from '../html.ts'
import { FLAG_SIGN } from './bind-mounts.ts'
import { chartFile } from './chart-files.ts'
import type { Edition, Flag } from './edition.ts'

interface EmbeddedChart {
  edition: Pick<Edition, 'name' | 'title' | 'citation'>
  /** The code of the part whose chart is embedded. It is also the anchor on the edition's page to which the picture leads. */
  part: string
  /** The text alternative of the picture. */
  description: string
  /** The flags of the chart's values. */
  flags: readonly Flag[]
  /** The registry's address, ending in "/"; null if it is unknown. Then the addresses are relative to the registry. */
  baseUrl: string | null
}

/**
 * Returns the HTML of a chart for other sites: a figure with a picture for wide and one for narrow screens, which needs
 * neither a script nor a frame. The picture follows the light or dark scheme of the reader, and has its own title. The
 * caption says what the picture cannot: it links the source, and explains the flags.
 */
export function embedCode({ edition, part, description, flags, baseUrl }: EmbeddedChart): string {
  const folder = `${baseUrl ?? ''}editions/`
  const file = (format: 'svg' | 'narrow.svg') => folder + chartFile(edition.name, part, format)
  const page = `${folder}${edition.name}#${part}`
  const notes = flags.length > MAX_FLAGS ? [`${FLAG_SIGN} Flagged: see the edition.`] : flags.map(footnoteOf)
  return html`<figure style="margin: 0">
  <a href="${page}">
    <picture>
      <source media="(max-width: 640px)" srcset="${file('narrow.svg')}">
      <img src="${file('svg')}" alt="${description}" style="max-width: 100%; height: auto">
    </picture>
  </a>
  <figcaption>${sourceOf(edition)}${notes.map((note) => ` ${note}`)} Chart: <a href="${page}">Plimsoll edition ${edition.name}</a>.</figcaption>
</figure>`.text
}

/** More flags than this are explained on the page of the edition only. */
const MAX_FLAGS = 2

/** Returns what `FLAG_SIGN` means, in one sentence: `* copy not timed: With synchronized file shares, the timer …`. */
export function footnoteOf({ title, text }: Flag): string {
  const [first = ''] = text.split(/(?<=\.) /)
  return `${FLAG_SIGN} ${title}: ${first}`
}

function sourceOf({ title, citation }: EmbeddedChart['edition']): Html {
  if (citation === null) return html`${title}, measured with Plimsoll.`
  const source = citation.url === null ? html`${citation.title}` : html`<a href="${citation.url}">${citation.title}</a>`
  return html`Measured by ${citation.authors.join(', ') || 'an unnamed author'}: ${source}, ${citation.published}.`
}
