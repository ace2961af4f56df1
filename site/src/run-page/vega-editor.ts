import lzString from 'lz-string'
import type { RowDatum } from '../charts/row-chart.ts'

/** A stand-alone Vega-Lite spec from `standAloneSpec`. */
interface Spec {
  description: string
  datasets: Record<string, RowDatum[]>
  layer: { data: { name?: string } }[]
}

/**
 * Returns the address that opens a spec in the Vega Editor. The address contains the spec, with the data as CSV and
 * with numbers of five digits. This keeps the address short: unlike the rest of a page, it can hardly be compressed.
 */
export function vegaEditorAddress(spec: object): string {
  const { datasets, layer, description: _, ...rest } = spec as Spec
  const inline = layer.map((one) => {
    const rows = one.data.name === undefined ? undefined : datasets[one.data.name]
    return rows === undefined ? one : { ...one, data: { values: toCsv(rows), format: { type: 'csv' } } }
  })
  const compact = { ...rest, layer: inline.filter(({ data }) => !('values' in data) || data.values !== '') }
  return `https://vega.github.io/editor/#/url/vega-lite/${lzString.compressToEncodedURIComponent(JSON.stringify(compact))}`
}

function toCsv(rows: RowDatum[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return rows.length === 0 ? '' : lines.map((line) => line.map(toField).join(',')).join('\n')
}

function toField(value: unknown): string {
  const text = String(typeof value === 'number' ? Number(value.toPrecision(5)) : value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
