import path from 'node:path'
import { identify, type RunDocument } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runPython } from '../../../schema/test/python.ts'
import { CitationBox } from '../../components/citation-box.tsx'
import { readEditions } from '../editions/read-editions.ts'
import { renderStatic } from '../page-parts/render-static.ts'
import { exampleRun } from '../testing.ts'
import { citationKey } from './citation-data.ts'
import {
  asDataUrl,
  type CitationData,
  citationFormats,
  citeEdition,
  citePlain,
  citeRegistry,
  citeRun,
  citeSource,
} from './citation-formats.ts'

const BASE = 'https://registry.example/plimsoll/'
const SITE = { baseUrl: BASE, siteName: 'Plimsoll' }
const { id: ID, hash: HASH } = identify(exampleRun())

test('a measured run is cited by its submitter, its day, its full hash and the analysis version', () => {
  const submitted = exampleRun((run) => {
    run.disclosure.submitter = 'Ada Lovelace'
  })
  const { id, hash } = identify(submitted)
  expect(citePlain(citeRun(submitted, identify(submitted), SITE))).toBe(
    `Ada Lovelace: quick, version 1, on Debian GNU/Linux 13, 2025-03-01. Plimsoll run ${id}, ${hash}. Figures by analysis version 5. ${BASE}runs/${id}`,
  )
})

test('a run without a submitter is cited by its repository or as anonymous, and has no address if none is known', () => {
  const anonymous = exampleRun((run) => {
    run.source = null
  })
  expect(cite(exampleRun()).authors).toEqual(['example/project'])
  expect(citeRun(anonymous, identify(anonymous), { ...SITE, baseUrl: null })).toMatchObject({
    authors: ['Anonymous'],
    url: null,
  })
})

test('a transcribed run is cited by the authors and the day of its source', () => {
  const cited = cite(transcribed('A “title”', ['Paolo Mainardi', 'Docker, Inc. and friends']))
  expect(citePlain(cited)).toContain('Paolo Mainardi, Docker, Inc. and friends: A “title”, 2017-05-09. Plimsoll run')
  expect(cited.note).toBe(
    'Transcribed from https://example.org/a{b}%, version 0123456789ab. Figures by analysis version 5.',
  )
})

const EDITION = {
  name: 'mac-2025',
  title: 'npm on macOS, 2025',
  published: '2025-02-28',
  digest: `sha256:${'0'.repeat(64)}`,
}
const SOURCE = { title: 'Slow?', authors: ['Ada King'], published: '2025-01-04', url: 'https://example.org/' }

test('an edition of measured runs is cited by its submitters and its own hash', () => {
  expect(citePlain(citeEdition(EDITION, SITE, { submitters: ['example/project'], generated: false }))).toBe(
    `example/project: npm on macOS, 2025. Plimsoll edition mac-2025, ${EDITION.digest}. Newest run 2025-02-28. ${BASE}editions/mac-2025`,
  )
  expect(citeSource(EDITION)).toBeNull()
})

test('a citation of generated data says so in its title, in every format', () => {
  const generated = exampleRun((run) => void run.notes.push({ code: 'generated', text: 'Run 1.' }))
  const title = 'quick, version 1, on Debian GNU/Linux 13 (generated, not measured)'
  const data = cite(generated)
  expect(citePlain(data)).toContain(`: ${title}, 2025-03-01.`)
  expect(textOf(data, 'BibTeX')).toContain(`title = {{${title}}}`)
  expect(JSON.parse(textOf(data, 'CSL-JSON'))).toMatchObject([{ title }])
  expect(parse(textOf(data, 'CFF'))).toMatchObject({ title })
  expect(citePlain(cite(exampleRun()))).not.toContain('generated')
  expect(citeEdition(EDITION, SITE, { submitters: [], generated: true }).title).toBe(
    'npm on macOS, 2025 (generated, not measured)',
  )
})

test('an edition of a source is a work of Plimsoll, and names its source with the day that the data were replaced', () => {
  expect(citePlain(citeEdition({ ...EDITION, citation: SOURCE }, SITE))).toBe(
    `Plimsoll: npm on macOS, 2025. Plimsoll edition mac-2025, ${EDITION.digest}. Figures of Ada King: “Slow?”, 2025-01-04, https://example.org/, data file replaced 2025-02-28. ${BASE}editions/mac-2025`,
  )
})

test('an edition of a source has no day of its own, and the day of the source as the original date, in every format', () => {
  const edition = citeEdition({ ...EDITION, citation: SOURCE }, SITE)
  expect(textOf(edition, 'BibTeX')).toMatch(/^ {2}origdate = \{2025-01-04\},$/m)
  expect(textOf(edition, 'BibTeX')).not.toMatch(/^ {2}(?:year|month|date) =/m)
  const [csl] = JSON.parse(textOf(edition, 'CSL-JSON'))
  expect(csl).toMatchObject({
    author: [{ literal: 'Plimsoll' }],
    'original-title': 'Slow?',
    'original-author': [{ literal: 'Ada King' }],
    'original-date': { 'date-parts': [[2025, 1, 4]] },
  })
  expect(csl).not.toHaveProperty('issued')
  const cff = parse(textOf(edition, 'CFF'))
  expect(cff).not.toHaveProperty('date-released')
  expect(cff.references).toEqual([
    {
      type: 'generic',
      title: 'Slow?',
      authors: [{ name: 'Ada King' }],
      'date-published': '2025-01-04',
      url: 'https://example.org/',
    },
  ])
})

test('an edition of measured runs without proven submitters is by Plimsoll, of the day of its newest run', () => {
  const edition = citeEdition(EDITION, SITE)
  expect(textOf(edition, 'BibTeX')).toMatch(/author = \{\{Plimsoll\}\},[\s\S]*year = \{2025\},\n {2}month = feb,/)
  expect(textOf(edition, 'BibTeX')).not.toContain('origdate')
  expect(JSON.parse(textOf(edition, 'CSL-JSON'))[0]).toMatchObject({ issued: { 'date-parts': [[2025, 2, 28]] } })
  expect(parse(textOf(edition, 'CFF'))).toMatchObject({
    authors: [{ name: 'Plimsoll' }],
    'date-released': '2025-02-28',
  })
})

test('every citation of a shipped edition and of its source has an author, unless the author is unknown', () => {
  for (const edition of readEditions(path.join(import.meta.dirname, '..', '..', 'shipped-editions'))) {
    expect([edition.name, citeEdition(edition, SITE).authors]).toEqual([edition.name, ['Plimsoll']])
    if (edition.citation !== null) expect(citeSource(edition)?.authors).toEqual(edition.citation.authors)
  }
})

test('a source is cited by its own author, title, day and address, in every format', () => {
  const source = citeSource({ ...EDITION, citation: SOURCE }) as CitationData
  expect(citePlain(source)).toBe('Ada King: Slow?, 2025-01-04. Data file replaced 2025-02-28. https://example.org/')
  expect(textOf(source, 'BibTeX')).toBe(`@misc{adaking2025slow,
  author = {{Ada King}},
  title = {{Slow?}},
  year = {2025},
  month = jan,
  note = {Data file replaced 2025-02-28.},
  url = {https://example.org/}
}
`)
  expect(JSON.parse(textOf(source, 'CSL-JSON'))).toEqual([
    {
      id: 'adaking2025slow',
      type: 'webpage',
      title: 'Slow?',
      author: [{ literal: 'Ada King' }],
      issued: { 'date-parts': [[2025, 1, 4]] },
      note: 'Data file replaced 2025-02-28.',
      URL: 'https://example.org/',
    },
  ])
  const cff = parse(textOf(source, 'CFF'))
  expect(cff).toMatchObject({ authors: [{ name: 'Ada King' }], title: 'Slow?' })
  expect(cff).toMatchObject({ 'date-released': '2025-01-04', url: 'https://example.org/' })
  expect(cff).not.toHaveProperty('identifiers')
})

test.each(['Paolo Mainardi', 'Red Hat', 'Nguyễn Văn An', '山田 太郎', 'Ada and Bob', 'Docker, Inc.'])(
  'the author “%s” is written as the source gives it, and no part of it is taken for a family name',
  (name) => {
    const cited = cite(transcribed('Slow?', [name]))
    expect(textOf(cited, 'BibTeX')).toContain(`author = {{${name}}},`)
    expect(JSON.parse(textOf(cited, 'CSL-JSON'))[0].author).toEqual([{ literal: name }])
    expect(parse(textOf(cited, 'CFF')).authors).toEqual([{ name }])
  },
)

test('the keys of the shipped sources are made of author, year and word, and are unique', () => {
  const sources = readEditions(path.join(import.meta.dirname, '..', '..', 'shipped-editions')).flatMap(
    (edition) => citeSource(edition) ?? [],
  )
  expect(sources.map(citationKey).sort()).toEqual([
    'anonymous2022improve',
    'jeremyyallop2017user',
    'mitchellhashimoto2014comparing',
    'paolomainardi2022docker',
    'paolomainardi2025docker',
    'shamsherkhan2026decomposing',
  ])
  expect(citationKey({ ...(sources[0] as CitationData), authors: ['Jürg Æ'], title: '“How to 測る”' })).toMatch(
    /^[a-z0-9]+$/,
  )
})

test('the BibTeX of a run', () => {
  expect(textOf(cite(exampleRun()), 'BibTeX')).toBe(`@misc{plimsoll-run-${ID},
  author = {{example/project}},
  title = {{quick, version 1, on Debian GNU/Linux 13}},
  year = {2025},
  month = mar,
  howpublished = {Plimsoll run ${ID}},
  publisher = {Plimsoll},
  note = {${HASH}. Figures by analysis version 5.},
  url = {${BASE}runs/${ID}}
}
`)
})

test('the CSL-JSON of a run', () => {
  expect(JSON.parse(textOf(cite(exampleRun()), 'CSL-JSON'))).toEqual([
    {
      id: `plimsoll-run-${ID}`,
      type: 'dataset',
      title: 'quick, version 1, on Debian GNU/Linux 13',
      author: [{ literal: 'example/project' }],
      issued: { 'date-parts': [[2025, 3, 1]] },
      publisher: 'Plimsoll',
      number: `run ${ID}`,
      note: `${HASH}. Figures by analysis version 5.`,
      URL: `${BASE}runs/${ID}`,
    },
  ])
})

test('the CFF of a run', () => {
  expect(parse(textOf(cite(exampleRun()), 'CFF'))).toEqual({
    'cff-version': '1.2.0',
    message: 'Please cite this run by its hash, which identifies it permanently.',
    type: 'dataset',
    title: 'quick, version 1, on Debian GNU/Linux 13',
    authors: [{ name: 'example/project' }],
    'date-released': '2025-03-01',
    identifiers: [{ type: 'other', value: HASH, description: `SHA-256 of Plimsoll run ${ID}` }],
    abstract: 'Figures by analysis version 5.',
    license: 'CC0-1.0',
    url: `${BASE}runs/${ID}`,
  })
})

test('a licence that CFF does not accept is left out', () => {
  const cited = cite(
    exampleRun((run) => {
      run.licence = 'LicenseRef-mine'
    }),
  )
  expect(textOf(cited, 'CFF')).not.toContain('license:')
})

const HOSTILE = [
  {
    name: 'LaTeX',
    text: '\\"{}$&#%_^~ \\input{x}',
    latex:
      '\\textbackslash{}"\\textbraceleft{}\\textbraceright{}\\$\\&\\#\\%\\_\\textasciicircum{}\\textasciitilde{} \\textbackslash{}input\\textbraceleft{}x\\textbraceright{}',
  },
  { name: 'an end of the field', text: '} and {Evil', latex: '\\textbraceright{} and \\textbraceleft{}Evil' },
  { name: 'an entry', text: '@misc{x, %', latex: '@misc\\textbraceleft{}x, \\%' },
  { name: 'YAML', text: '- [a]: *b &c !d | > # : {', latex: '- [a]: *b \\&c !d | > \\# : \\textbraceleft{}' },
  { name: 'a word of YAML', text: 'null', latex: 'null' },
  { name: 'quotes and lines', text: 'a"b\'c`d\ne\u2028f', latex: 'a"b\'c`d e f' },
  {
    name: 'characters that change the direction of text',
    text: '\u202elufmrah\u0000\ud800\ufffe',
    latex: '\ufffdlufmrah\ufffd\ufffd\ufffd',
  },
  { name: 'other scripts', text: '日本 語 Ünï', latex: '日本 語 Ünï' },
  { name: 'markup', text: '</pre><script>', latex: '</pre><script>' },
]

test.each(HOSTILE)('$name in a name is escaped in every format', ({ text, latex }) => {
  const cited = cite(transcribed(text, [text, 'Someone else']))
  const shown = oneLine(text)
  expect(textOf(cited, 'BibTeX')).toContain(`author = {{${latex}} and {Someone else}},\n  title = {{${latex}}},\n`)
  expect(balance(textOf(cited, 'BibTeX'))).toBe(0)
  expect(JSON.parse(textOf(cited, 'CSL-JSON'))[0]).toMatchObject({ title: shown, author: [{ literal: shown }, {}] })
  expect(parse(textOf(cited, 'CFF'))).toMatchObject({ title: shown, authors: [{ name: shown }, {}] })
  expect(renderStatic(CitationBox({ data: cited }))).not.toMatch(/<script|\u202e|\0/)
})

test('pybtex reads each BibTeX file as one entry with all authors', () => {
  const cited = [
    cite(exampleRun()),
    cite(transcribed('Slow?', ['Paolo Mainardi', 'Ludwig van der Berg', 'Docker, Inc.'])),
    ...HOSTILE.map(({ text }) => cite(transcribed(text, [text, 'Someone else']))),
  ]
  const files = cited.map((one) => textOf(one, 'BibTeX'))
  const read = runPython(new URL('read-bibtex.py', import.meta.url).href, files) as BibtexEntry[]
  expect(read[1]?.authors).toEqual(['{Paolo Mainardi}', '{Ludwig van der Berg}', '{Docker, Inc.}'])
  for (const [index, { key, type, authors, fields }] of read.entries()) {
    expect({ key, type, authors: authors.length }).toEqual({
      key: `plimsoll-run-${ID}`,
      type: 'misc',
      authors: cited[index]?.authors.length,
    })
    expect(fields).toMatchObject({ year: index === 0 ? '2025' : '2017', url: `${BASE}runs/${ID}` })
    expect(fields.note).toContain(HASH)
  }
})

interface BibtexEntry {
  key: string
  type: string
  authors: string[]
  fields: Record<string, string>
}

test('the registry is cited by its address and the year of its latest run; its address cannot end a field', () => {
  const { plain, bibtex } = citeRegistry({ ...SITE, baseUrl: 'https://registry.example/{a}/' }, '2026-02-03T04:05:06Z')
  expect(plain).toBe(
    'Plimsoll: what containers cost. Registry of run documents. Runs until 2026-02-03. https://registry.example/{a}/',
  )
  expect(bibtex).toBe(`@misc{plimsoll,
  author = {{Plimsoll}},
  title = {{Plimsoll: what containers cost}},
  year = {2026},
  publisher = {Plimsoll},
  note = {Registry of run documents. Runs until 2026-02-03.},
  url = {https://registry.example/%7Ba%7D/}
}
`)
  expect(citeRegistry({ ...SITE, baseUrl: null }, null).bibtex).not.toMatch(/year|url/)
})

test('a downloaded citation is the text that is shown', () => {
  for (const format of citationFormats(cite(transcribed('100% #1\n“x”', ['A'])))) {
    const address = asDataUrl(format)
    const body = address.slice(address.indexOf(',') + 1)
    expect(decodeURIComponent(body)).toBe(format.text)
    expect(asDataUrl(format)).not.toMatch(/[\n\t#]/)
  }
})

function cite(document: RunDocument): CitationData {
  return citeRun(document, identify(exampleRun()), SITE)
}

function transcribed(title: string, authors: string[]): RunDocument {
  const citation = {
    title,
    authors,
    published: '2017-05-09',
    url: 'https://example.org/a{b}%',
    version: '0123456789abcdef',
  }
  return exampleRun((run) => {
    run.origin = { kind: 'transcribed', citation }
  })
}

function textOf(cited: CitationData, title: string): string {
  return citationFormats(cited).find((format) => format.title === title)?.text ?? ''
}

/** Returns the number of open braces as BibTeX counts them, including braces after a backslash. */
function balance(text: string): number {
  return [...text].reduce((open, character) => open + (character === '{' ? 1 : character === '}' ? -1 : 0), 0)
}

/** Puts text on one line. This is independent of the code under test. */
function oneLine(text: string): string {
  return text.replace(/[\n\u2028]/g, ' ').replace(/\u202e|\0|\ud800|\ufffe/g, '\ufffd')
}
