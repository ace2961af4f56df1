import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type CommandHelp, readHelps } from './reference/command.ts'
import { parseHelp } from './reference/parse-help.ts'
import { referencePages } from './reference/reference-pages.ts'

const REPOSITORY = path.join(import.meta.dirname, '..', '..', '..')
const DOCS = path.join(REPOSITORY, 'site/docs')

// This starts every subcommand of both commands for its help.
let helps: CommandHelp[]
beforeAll(async () => {
  helps = await readHelps(REPOSITORY)
})

test('the reference pages are up to date with the source', async () => {
  for (const [name, text] of await referencePages(REPOSITORY, helps)) {
    const committed = readFileSync(path.join(DOCS, `${name}.md`), 'utf8')
    expect(committed, `${name}.md is stale: npm run generate`).toBe(text)
  }
})

test.each(['plimsoll', 'plimsoll-registry'])('each help of %s fits 80 columns', (command) => {
  const ofCommand = helps.filter(({ words }) => words[0] === command)
  expect(ofCommand.length).toBeGreaterThan(10)
  for (const { words, text } of ofCommand)
    expect([words, text.split('\n').filter((line) => line.length > 80)]).toEqual([words, []])
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
