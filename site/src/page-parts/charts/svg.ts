import { parse, type Runtime, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { escapeHtml, revealForMarkup } from '../../html.ts'

/** The text alternative of a chart, for screen readers. */
export interface TextAlternative {
  /** The id of the chart, unique on the page. */
  id: string
  title: string
  description: string
}

/**
 * Draws a Vega-Lite spec as an SVG element that needs no script. Times in its data are numbers, in ms since 1970.
 * @param keepsView whether the view may draw further charts that differ only in their data and parameters; not for lines,
 * whose groups would keep the order of the charts before
 */
export async function toSvg(
  spec: TopLevelSpec,
  { id, title, description }: TextAlternative,
  keepsView = false,
): Promise<string> {
  // Vega escapes only markup in the texts it draws, so replace their invisible characters.
  const svg = revealForMarkup(await draw(splitSpec(spec), keepsView))
  const attributes = `role="img" aria-labelledby="${escapeHtml(id)}-title ${escapeHtml(id)}-desc"`
  const text = `<title id="${escapeHtml(id)}-title">${escapeHtml(title)}</title><desc id="${escapeHtml(id)}-desc">${escapeHtml(description)}</desc>`
  // The text may contain "$&", which would mean something in a replacement that is no function. To screen readers the
  // picture is one whole, although Vega describes its marks.
  const open = (_: string, size: string) => `<svg ${attributes} ${size}>${text}<g aria-hidden="true">`
  return svg
    .replace(/<svg [^>]*?(width="[^"]*" height="[^"]*" viewBox="[^"]*")[^>]*>/, open)
    .replace(/<\/svg>$/, '</g></svg>')
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

async function draw({ shape, data, params }: SplitSpec, keepsView: boolean): Promise<string> {
  const text = JSON.stringify(shape)
  const idle = keepsView ? idleViews.get(text) : undefined
  const view = idle ?? new View(compiled(text, shape), { renderer: 'none' })
  // A view draws one chart at a time, and a view that fails draws no other.
  if (idle !== undefined) idleViews.delete(text)
  for (const [name, values] of data) view.data(name, values)
  for (const { name, value } of params) view.signal(name, value)
  const svg = await view.toSVG()
  if (!keepsView) {
    view.finalize()
    return svg
  }
  // Without data and ends of its axis, a view has no marks and no ticks, as a new one. Ticks that stay would come before
  // those of the next chart.
  for (const name of data.keys()) view.data(name, [])
  for (const { name } of params) view.signal(name, Number.NaN)
  view.run()
  keep(idleViews, text, view, MAX_IDLE)
  return svg
}

/** Views that have drawn a chart, by the text of its spec: making one takes as long as drawing with it. */
const idleViews = new Map<string, View>()
const MAX_IDLE = 8

/** The compiled specs, by the text of the spec. */
const runtimes = new Map<string, Runtime>()
const MAX_RUNTIMES = 64

/** Compiles a spec, once for all charts that differ only in their data: compiling takes longer than drawing. */
function compiled(text: string, shape: TopLevelSpec): Runtime {
  const runtime = runtimes.get(text) ?? parse(compile(shape).spec)
  keep(runtimes, text, runtime, MAX_RUNTIMES)
  return runtime
}

/** Adds a value to a cache as its newest, and removes the oldest beyond a maximum. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value, maximum: number): void {
  cache.delete(key)
  cache.set(key, value)
  const [oldest] = cache.keys()
  if (cache.size > maximum && oldest !== undefined) cache.delete(oldest)
}
