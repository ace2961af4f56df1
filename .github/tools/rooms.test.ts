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

/** The tools of the repository import packages, and no package imports them. */
const TOOLS = '.github/tools'

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

test.each([...Object.keys(MAY_IMPORT), TOOLS])(
  'no files of %s import each other in a circle, not even types',
  async (room) => {
    const files = await sources(room)
    const imports = files.map((file): [string, string[]] => [file, importedBy(file, files)])
    expect(imports.flatMap(([, imported]) => imported).length).toBeGreaterThan(10)
    expect(findCircle(new Map(imports))).toBeNull()
  },
)

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

/**
 * The paths of the files that a file imports by a relative path. A template such as `./engines/${name}.ts` imports all
 * files of its folder, except tests.
 */
function importedBy(file: string, files: readonly string[]): string[] {
  return specifiersOf(file).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return []
    const [before = '', ...computed] = specifier.split('${')
    const path = normalize(join(dirname(file), before))
    return computed.length === 0 ? [path] : files.filter((other) => isIn(path, other) && !DEVELOPMENT.test(other))
  })
}

/** Whether a path begins with the fixed part of a template, and the rest of the path is in no further folder. */
function isIn(beginning: string, path: string): boolean {
  return path.startsWith(beginning) && !path.slice(beginning.length).includes('/')
}

/** The files of the first circle found, from a file to the same file. Null if there is none. */
function findCircle(imports: Map<string, string[]>): string[] | null {
  const outside = new Set<string>() // the files that are in no circle
  const follow = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (outside.has(file)) return null
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...path, file])
      if (circle) return circle
    }
    outside.add(file)
    return null
  }
  for (const file of imports.keys()) {
    const circle = follow(file, [])
    if (circle) return circle
  }
  return null
}

function isAllowed(room: string, file: string, specifier: string): boolean {
  const path = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : null
  const other = path ? path.split('/')[0] : /^@plimsoll\/(\w+)/.exec(specifier)?.[1]
  if (!other || other === room) return true
  // Tests and development tools may import files that a package does not export.
  return MAY_IMPORT[room]?.includes(other) === true && (path === null || DEVELOPMENT.test(file))
}
