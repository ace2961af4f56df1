import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseMarkdown, type Token, type Tokens } from '../markdown/parse.ts'

/** An error in a published claim, with its evidence. All texts are plain. */
export interface Erratum {
  /** The anchor of the erratum on `/errata`. */
  code: string
  /** The edition of the source that has the error. */
  edition: string
  title: string
  /** The claim of the source in our words, with its figures as printed. */
  published: string
  /** The error in the claim, one paragraph for each text. */
  found: string[]
  exhibit: Exhibit | null
  /** The names of the data: files below `shipped-editions/sources`, and documents that ship with the registry. */
  files: string[]
  documents: string[]
}

/** The evidence of an erratum, as a table. */
export interface Exhibit {
  caption: string
  columns: string[]
  /** The rows of the table. The first field of each row is its heading. */
  rows: string[][]
  /** The raw values, as in the file of the source. */
  raw: { title: string; values: string[] }[]
}

/**
 * Returns all errata (corrections) of published figures. A Markdown file for each edition has them: a heading with code
 * and title, the claim as a quotation, paragraphs, a table with its caption, lists of raw values, and the data.
 * @param directory the directory `shipped-editions/errata`
 */
export function readErrata(directory: string): Erratum[] {
  return readdirSync(directory).flatMap((name) => {
    const [, ...tokens] = parseMarkdown(readFileSync(path.join(directory, name), 'utf8'))
    const starts = tokens.flatMap(({ type }, at) => (type === 'heading' ? [at] : []))
    return starts.map((start, at) => erratumOf(path.basename(name, '.md'), tokens.slice(start, starts[at + 1])))
  })
}

/** Returns the errata of an edition, so that the edition's page can link to them. */
export function listEditionErrata(errata: readonly Erratum[], edition: string): { code: string; title: string }[] {
  return errata.filter((erratum) => erratum.edition === edition).map(({ code, title }) => ({ code, title }))
}

function erratumOf(edition: string, tokens: Token[]): Erratum {
  const textsOf = (type: string) =>
    tokens.flatMap((token) => (token.type === type && 'text' in token ? [token.text] : []))
  const [, code, title] = /^([\w-]+): (.*)$/.exec(textsOf('heading')[0] ?? '') ?? []
  const [published] = textsOf('blockquote')
  const paragraphs = textsOf('paragraph')
  const [, files, documents] = /^Data: (.*?)(?:; runs (.*))?$/.exec(paragraphs.at(-1) ?? '') ?? []
  if (code === undefined || title === undefined || published === undefined || files === undefined)
    throw new Error(`An erratum of ${edition} has no code, title, claim or data: ${tokens[0]?.raw}`)
  return {
    ...{ code, edition, title, published },
    found: paragraphs.slice(0, -1).filter((text) => !text.startsWith(CAPTION)),
    exhibit: exhibitOf(tokens, paragraphs.find((text) => text.startsWith(CAPTION)) ?? ''),
    files: files.split(', '),
    documents: documents?.split(', ') ?? [],
  }
}

/** The beginning of the caption of a table. */
const CAPTION = 'Table: '

function exhibitOf(tokens: Token[], caption: string): Exhibit | null {
  const table = tokens.find((token): token is Tokens.Table => token.type === 'table')
  const lists = tokens.filter((token): token is Tokens.List => token.type === 'list')
  if (table === undefined) return null
  return {
    caption: caption.slice(CAPTION.length),
    columns: table.header.map(({ text }) => text),
    rows: table.rows.map((row) => row.map(({ text }) => text)),
    raw: lists.flatMap(({ items }) =>
      items.map(({ text }) => {
        const [title = '', values = ''] = text.split(': ')
        return { title, values: values.split(' ') }
      }),
    ),
  }
}
