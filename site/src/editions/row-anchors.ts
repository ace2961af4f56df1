import type { EditionPart, EditionRow } from './edition.ts'

/**
 * Returns the anchors of the rows of a part, which are unique on the page of the edition: `row-results-lima-bind-mount`.
 * They are made of the frozen names, which never change, so neither do the anchors.
 */
export function rowAnchors(part: Pick<EditionPart, 'code' | 'rows'>): string[] {
  const names = part.rows.map((row) => `row-${part.code}-${slugOf(row)}`)
  return names.map((name, at) => (names.indexOf(name) === at ? name : `${name}-${at + 1}`))
}

function slugOf({ os, platform, test }: Pick<EditionRow, 'os' | 'platform' | 'test'>): string {
  const text = `${platform.includes(os) ? platform : `${os} ${platform}`} ${test}`
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
