import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseHelp } from './reference/parse-help.ts'
import { referencePages } from './reference/reference-pages.ts'

const REPOSITORY = path.join(import.meta.dirname, '..', '..', '..')
const DOCS = path.join(REPOSITORY, 'site/docs')

// Each page starts the command for its help.
test('the reference pages are up to date with the source', { timeout: 60_000 }, async () => {
  for (const [name, text] of await referencePages(REPOSITORY)) {
    const committed = readFileSync(path.join(DOCS, `${name}.md`), 'utf8')
    expect(committed, `${name}.md is stale: npm run generate`).toBe(text)
  }
})

test('the help of a command is parsed with wrapped lines', () => {
  const help = parseHelp(
    'Usage: x run [options] <file>\n\nmeasure\nand print\n\nArguments:\n  file          a\n                document\n\nOptions:\n  --a <name...>\n                takes many\n  -h, --help    help\n\nAnd then.\n',
  )
  expect(help).toEqual({
    usage: 'x run [options] <file>',
    description: 'measure and print',
    arguments: [{ name: 'file', description: 'a document' }],
    options: [
      { name: '--a <name...>', description: 'takes many' },
      { name: '-h, --help', description: 'help' },
    ],
    commands: [],
    after: 'And then.',
  })
})
