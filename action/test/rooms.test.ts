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

const DEVELOPMENT = /\.test\.tsx?$|\/(test|setup|bench)\/|[/-]testing\.ts$|\/test-[^/]*$/
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*(['"`])([^'"`]+)\1/g

test.each(Object.keys(MAY_IMPORT))('%s imports only the rooms before it, by their names', async (room) => {
  const files = await sources(room)
  expect(files.length).toBeGreaterThan(10)
  const wrong = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].flatMap(([, , specifier = '']) =>
      isAllowed(room, file, specifier) ? [] : [`${file}: ${specifier}`],
    ),
  )
  expect(wrong).toEqual([])
})

test.each(Object.keys(MAY_IMPORT))('the package of %s says in one sentence what it is', (room) => {
  const { description } = JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8'))
  expect(description).toMatch(/^.{20,200}$/)
})

async function sources(room: string): Promise<string[]> {
  const { stdout } = await execa('git', ['-C', ROOT, 'ls-files', '--', `${room}/*.ts`, `${room}/*.tsx`, `${room}/*.js`])
  return stdout.split('\n').filter((file) => !file.startsWith('action/dist/'))
}

function isAllowed(room: string, file: string, specifier: string): boolean {
  const path = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : null
  const other = path ? path.split('/')[0] : /^@plimsoll\/(\w+)/.exec(specifier)?.[1]
  if (!other || other === room) return true
  // Tests and development tools may import files that a package does not export.
  return MAY_IMPORT[room]?.includes(other) === true && (path === null || DEVELOPMENT.test(file))
}
