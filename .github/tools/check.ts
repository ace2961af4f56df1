// `npm run check`: runs the linter, the type check and the unit tests that changes since the last commit affect, all in
// parallel. Run it after every change. Arguments are passed on to vitest, for example `npm run check -- --changed
// main`.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { ensurePython } from './python.ts'
import { ensureSqld } from './sqld.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const given = process.argv.slice(2)
const vitest = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--project=unit',
  '--reporter=dot',
  '--passWithNoTests',
]
const CHECKS: [name: string, program: string, args: string[]][] = [
  ['the linter', 'biome', ['check', '.']],
  ['the words', process.execPath, ['.github/tools/check-words.ts']],
  ['the types', 'npm', ['run', '--silent', 'typecheck']],
  ['the unit tests', process.execPath, [...vitest, ...(given.length > 0 ? given : ['--changed'])]],
]

const began = performance.now()
// Some unit tests start a second validator in Python, or the database server.
await Promise.all([ensurePython(), ensureSqld()])
const red = await Promise.all(
  CHECKS.map(async ([name, program, args]) => {
    const { failed, all } = await execa(program, args, { cwd: root, reject: false, stdin: 'ignore', all: true })
    console.error(failed ? `${all}\n✗ ${name}` : `✓ ${name}`)
    return failed
  }),
)
console.error(`Took ${Math.round((performance.now() - began) / 1000)} s. \`npm test\` tests the rest.`)
process.exitCode = red.includes(true) ? 1 : 0
