import type { PartFigures, RowFigures } from './figures.ts'

/**
 * Returns the anchors of the rows of a part, which are unique on the page of the edition: `row-results-lima-bind-mount`.
 * An edition never changes, so neither do its anchors.
 */
export function rowAnchors(part: Pick<PartFigures, 'code' | 'rows'>): string[] {
  const names = part.rows.map((row) => `row-${part.code}-${slugOf(row)}`)
  return names.map((name, at) => (names.indexOf(name) === at ? name : `${name}-${at + 1}`))
}

function slugOf({ os, platform, test }: Pick<RowFigures, 'os' | 'platform' | 'test'>): string {
  const text = `${platform.includes(os) ? platform : `${os} ${platform}`} ${test}`
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
