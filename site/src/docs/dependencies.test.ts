import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const REPOSITORY = path.join(import.meta.dirname, '..', '..', '..')
const [lines = ''] = readFileSync(path.join(REPOSITORY, 'site/docs/dependencies.md'), 'utf8').split('## Licences')

test('every package that is depended on has a line that says what it is for, and no other has', () => {
  const depended = ['schema', 'workloads', 'action', 'site', '.'].flatMap((folder) => {
    const { dependencies, devDependencies, optionalDependencies } = read(path.join(folder, 'package.json'))
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  const strangers = new Set(depended.filter((name) => !name.startsWith('@plimsoll/')))
  expect(named(lines).toSorted()).toEqual([...strangers].toSorted())
})

test('the licence beside a package is the one it has', () => {
  for (const line of lines.match(/^\| `.*\|$/gm) ?? [])
    for (const name of named(line)) expect(line, name).toContain(` | ${licenceOf(`node_modules/${name}`)} | `)
})

/** Returns the packages in the first column of tables. */
function named(text: string): string[] {
  const rows = text.match(/^\| `.*?\|/gm) ?? []
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string))
}

function licenceOf(place: string): string {
  return read(path.join(place, 'package.json')).license
}

function read(file: string) {
  return JSON.parse(readFileSync(path.join(REPOSITORY, file), 'utf8'))
}
