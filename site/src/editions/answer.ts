import { formatRatio, idOfHash } from '@plimsoll/schema'
import { type BindMounts, FLAG_SIGN, findBindMounts, formatRowValue, nameCommand, nameEngine } from './bind-mounts.ts'
import type { Edition } from './edition.ts'
import { describeFinding } from './edition-lede.ts'
import type { RowFigures } from './figures.ts'
import type { LoadedEdition } from './load-editions.ts'

/** The answer to the question that readers ask most: which engine is fastest on a Mac's bind mount, and by how much. */
export interface Answer {
  edition: Edition
  bindMounts: BindMounts
  /**
   * The answer in words: before the name of the fastest engine, the name, and after it; then the other engines.
   * `names` explains the names of the configurations, such as VMM; null if the edition does not.
   */
  words: { before: string; fastest: string; after: string; others: string; names: string | null }
}

/** The edition that Plimsoll measured itself, with the bind mounts of one of its parts if it has some. */
export interface OwnMeasurement {
  edition: Edition
  bindMounts: BindMounts | null
  /** What the chart of the bind mounts shows, in one or two sentences; null without a chart. */
  finding: string | null
}

type AnswerEdition = Pick<LoadedEdition, 'edition' | 'parts' | 'provenance'>

/** The installation of the tree of create-react-app: its name in the sources, and in the catalog. */
const INSTALLATION = /^npm-(install|ci cra$)/

/**
 * Finds the answer in the newest edition that has one. Of the editions that do not ship with the registry, only those
 * of valid runs count: measured with an unmodified suite, neither withdrawn nor superseded. A flagged value is never
 * fastest.
 * @param editions newest first
 * @param shipped the names of the shipped editions
 */
export function findAnswer(editions: readonly AnswerEdition[], shipped: readonly string[]): Answer | null {
  for (const loaded of editions) {
    if (!shipped.includes(loaded.edition.name) && !isValid(loaded)) continue
    const bindMounts = findBindMounts(loaded, ({ os, work }) => os === 'macOS' && INSTALLATION.test(work))
    const words = bindMounts && wordsOf(loaded.edition, bindMounts)
    if (bindMounts !== null && words !== null) return { edition: loaded.edition, bindMounts, words }
  }
  return null
}

/** Returns the newest valid edition of measured runs, other than that of the answer; null if there is none. */
export function findOwnMeasurement(editions: readonly AnswerEdition[], answer: Answer | null): OwnMeasurement | null {
  const found = editions.find((loaded) => loaded.edition.name !== answer?.edition.name && isValid(loaded))
  if (found === undefined) return null
  const bindMounts = findBindMounts(found, () => true)
  return { edition: found.edition, bindMounts, finding: bindMounts && describeFinding(bindMounts) }
}

/** Whether an edition is of measured runs of an unmodified suite that are neither generated, withdrawn nor superseded. */
function isValid({ edition, provenance }: AnswerEdition): boolean {
  const named = edition.parts.flatMap(({ rows }) => rows.flatMap(({ benchmark }) => benchmark?.run ?? []))
  return (
    edition.citation === null &&
    named.length > 0 &&
    named.map(idOfHash).every((id) => {
      const found = provenance.find(({ run }) => run === id)
      return found?.division === 'standard' && !found.generated && found.state === null
    })
  )
}

/** Returns the answer in words; null if fewer than two values are not flagged. */
function wordsOf(edition: Edition, { part, machine }: BindMounts): Answer['words'] | null {
  const [fastest, next, ...others] = part.rows.filter(({ flag }) => flag === null)
  if (fastest === undefined || next === undefined) return null
  const measured = (row: RowFigures) =>
    `${nameEngine(row)} took ${formatRowValue(part, row)} (${formatRatio(row.figures.ratio as number)})`
  const slower = (next.figures.median ?? 0) / (fastest.figures.median ?? 1)
  const flagged = part.rows.filter(({ flag }) => flag !== null)
  const rest = others.length === 0 ? [] : [`${listed(others.map(measured))}.`]
  const unranked = flagged.map((row) => `${nameEngine(row)}, ${formatRowValue(part, row)} ${FLAG_SIGN}`)
  return {
    before: `${originOf(edition, machine)}, `,
    fastest: nameEngine(fastest),
    after: ` was fastest: ${nameCommand(fastest)} on a bind mount took ${formatRowValue(part, fastest)}, ${formatRatio(fastest.figures.ratio as number)} the time without a container (native). Next, ${measured(next)}, ${formatRatio(slower)} as long as the fastest.`,
    others: [...rest, ...(unranked.length === 0 ? [] : [`Not comparable, so not ranked: ${listed(unranked)}.`])].join(
      ' ',
    ),
    names: explainNames(edition, part.rows),
  }
}

/**
 * Returns the sentence of an edition's method that explains the names of its configurations, the text after the comma of
 * a platform: `Docker Desktop, VMM`; null if there is none.
 */
function explainNames({ method }: Edition, rows: readonly RowFigures[]): string | null {
  const names = rows.flatMap(({ platform }) => platform.split(', ').slice(1))
  if (names.length === 0) return null
  const sentences = method.flatMap((text) => text.split(/(?<=\.) (?=[A-Z])/))
  return sentences.find((sentence) => names.every((name) => sentence.includes(name))) ?? null
}

/** Says where the figures are from. A source gives the day of its publication, which may be long after it measured. */
function originOf(edition: Edition, machine: string): string {
  const [year, { citation }] = [publicationYear(edition), edition]
  if (citation === null) return `In ${year}, on one Mac (${machine}), measured by Plimsoll`
  return `In figures that ${listed(citation.authors) || 'an unnamed author'} published in ${year}, of one Mac (${machine})`
}

/** The year in which the source of an edition was published; without a source, that of the newest run. */
export function publicationYear({ citation, published }: Pick<Edition, 'citation' | 'published'>): string {
  return (citation?.published ?? published).slice(0, 4)
}

function listed(texts: string[]): string {
  return new Intl.ListFormat('en').format(texts)
}
