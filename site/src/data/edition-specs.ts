import { loadEditions } from '../editions/load-editions.ts'
import { partSpec } from '../editions/part-chart.ts'
import type { Registry } from '../store/registry.ts'

/** Returns the file name, below `/editions`, of the Vega-Lite spec (with its data) of the chart of a part. */
export function specFile(edition: string, part: string): string {
  return `${edition}.${part}.vl.json`
}

/** Returns the specs of all charts of every edition, by path. @param editions the directories that hold editions */
export function editionSpecs(registry: Registry, editions: string[]): Map<string, Buffer> {
  const specs = loadEditions(registry, editions).flatMap(({ edition, parts }) =>
    parts.flatMap((part) => {
      const spec = partSpec(edition, part)
      return spec === null ? [] : [[`editions/${specFile(edition.name, part.code)}`, spec] as const]
    }),
  )
  return new Map(specs.map(([name, spec]) => [name, Buffer.from(`${JSON.stringify(spec)}\n`)]))
}
