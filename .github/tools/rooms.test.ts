import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The packages that each package may import. The package schema imports none, and action and site do not import each
 * other.
 */
const MAY_IMPORT: Record<string, string[]> = {
  schema: [],
  workloads: ['schema'],
  action: ['schema', 'workloads'],
  site: ['schema'],
}

const DEVELOPMENT = /\.test\.tsx?$|\/(test|bench)\/|[/-]testing\.ts$|\/test-[^/]*$/
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*(?:(['"])([^'"`$]+)\1|`([^`]+)`)/g

test.each(Object.keys(MAY_IMPORT))('%s imports only the rooms before it, by their names', async (room) => {
  const files = await sources(room)
  expect(files.length).toBeGreaterThan(10)
  const wrong = files.flatMap((file) =>
    specifiersOf(file).flatMap((specifier) => (isAllowed(room, file, specifier) ? [] : [`${file}: ${specifier}`])),
  )
  expect(wrong).toEqual([])
})

/** The files that Node runs before it is known to be new enough, and what they may import statically. */
const BEFORE_NODE_24 = [
  ['.github/tools/with-node-24.js', []],
  ['action/bin/plimsoll.js', []],
  ['site/bin/plimsoll-registry.js', ['site/bin/outside-node-modules.js']],
  ['site/bin/outside-node-modules.js', []],
  ...['main', 'post', 'report', 'watch'].map((name) => [
    `action/src/${name}.ts`,
    ['action/src/node-version.ts', ...(name === 'post' ? [] : ['action/src/version.ts'])],
  ]),
] as [file: string, imports: string[]][]

test.each(BEFORE_NODE_24)('before it knows the version of Node, %s loads little else', (file, imports) => {
  // The packages use names that Node 20 lacks, such as `hash` of node:crypto. One such import ends the program with a
  // stack trace instead of a sentence.
  const text = readFileSync(join(ROOT, file), 'utf8')
  const loaded = [...text.matchAll(/^(?:import|export)\b[^'";]*?(?:from )?'([^']+)'/gm)].map(([, name = '']) => name)
  expect(loaded.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(file), name)))).toEqual(
    imports,
  )
  expect(loaded.filter((name) => !/^(\.|node:)/.test(name))).toEqual([])
  expect(text).not.toMatch(/\{[^}]*\bhash\b[^}]*\} from 'node:crypto'/)
})

async function sources(room: string): Promise<string[]> {
  const { stdout } = await execa('git', ['-C', ROOT, 'ls-files', '--', `${room}/*.ts`, `${room}/*.tsx`, `${room}/*.js`])
  return stdout.split('\n')
}

/** The specifiers of a file's imports, as they are written. */
function specifiersOf(file: string): string[] {
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(
    ([, , specifier, template]) => specifier ?? template ?? '',
  )
}

function isAllowed(room: string, file: string, specifier: string): boolean {
  const path = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : null
  const other = path ? path.split('/')[0] : /^@plimsoll\/(\w+)/.exec(specifier)?.[1]
  if (!other || other === room) return true
  // Tests and development tools may import files that a package does not export.
  return MAY_IMPORT[room]?.includes(other) === true && (path === null || DEVELOPMENT.test(file))
}
