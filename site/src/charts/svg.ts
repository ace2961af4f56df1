import { parse, type Runtime, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { escapeHtml, revealForMarkup } from '../html.ts'
import { shortenSvg } from './shorten-svg.ts'

/** The text alternative of a chart, for screen readers. */
export interface TextAlternative {
  /** The id of the chart, unique on the page. */
  id: string
  title: string
  description: string
}

/** Draws a Vega-Lite spec as an SVG element that needs no script. Times in its data are numbers, in ms since 1970. */
export async function toSvg(spec: TopLevelSpec, { id, title, description }: TextAlternative): Promise<string> {
  const { shape, data, params } = splitSpec(spec)
  const view = new View(compiled(shape), { renderer: 'none' })
  try {
    for (const [name, values] of data) view.data(name, values)
    for (const { name, value } of params) view.signal(name, value)
    // Vega escapes only markup in the texts it draws, so replace their invisible characters.
    const svg = shortenSvg(revealForMarkup(await view.toSVG()))
    const attributes = `role="img" aria-labelledby="${escapeHtml(id)}-title ${escapeHtml(id)}-desc"`
    const text = `<title id="${escapeHtml(id)}-title">${escapeHtml(title)}</title><desc id="${escapeHtml(id)}-desc">${escapeHtml(description)}</desc>`
    // The text may contain "$&", which would mean something in a replacement that is no function.
    const open = (_: string, size: string) => `<svg ${attributes} ${size}>${text}`
    return svg.replace(/<svg [^>]*?(width="[^"]*" height="[^"]*" viewBox="[^"]*")[^>]*>/, open)
  } finally {
    view.finalize()
  }
}

/** A spec without the parts that differ between charts of its kind, and separately those parts. */
interface SplitSpec {
  shape: TopLevelSpec
  data: Map<string, object[]>
  params: Param[]
}

interface Param {
  name: string
  value: unknown
}

interface Part {
  data?: { values?: object[]; name?: string }
  layer?: Part[]
  datasets?: Record<string, object[]>
  params?: Param[]
  description?: string
}

function splitSpec(spec: TopLevelSpec): SplitSpec {
  // Leave out the description, which is not drawn.
  const { datasets = {}, params = [], description: _, ...whole } = spec as Part
  const data = new Map(Object.entries(datasets))
  const named = (part: Part): Part => {
    const { data: partData, layer } = part
    const values = partData?.values
    if (values !== undefined) data.set(`values-${data.size}`, values)
    return {
      ...part,
      ...(values && { data: { name: [...data.keys()].at(-1) as string } }),
      ...(layer && { layer: layer.map(named) }),
    }
  }
  const shape = { ...named(whole), params: params.map((param) => ({ ...param, value: 0 })) }
  return { shape: shape as TopLevelSpec, data, params }
}

/** The compiled specs, by the text of the spec. */
const cache = new Map<string, Runtime>()
const MAX_CACHED = 64

/** Compiles a spec, once for all charts that differ only in their data: compiling takes longer than drawing. */
function compiled(shape: TopLevelSpec): Runtime {
  const text = JSON.stringify(shape)
  const runtime = cache.get(text) ?? parse(compile(shape).spec)
  cache.delete(text)
  cache.set(text, runtime)
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  return runtime
}
