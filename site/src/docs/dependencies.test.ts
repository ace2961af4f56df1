import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const REPOSITORY = path.join(import.meta.dirname, '..', '..', '..')
const [lines = ''] = readFileSync(path.join(REPOSITORY, 'site/docs/dependencies.md'), 'utf8').split('## Licences')

test('every dependency is listed with its purpose, and nothing else is listed', () => {
  const dependencies = ['schema', 'workloads', 'action', 'site', '.'].flatMap((folder) => {
    const file = read(path.join(folder, 'package.json'))
    return Object.keys({ ...file.dependencies, ...file.devDependencies, ...file.optionalDependencies })
  })
  const external = new Set(dependencies.filter((name) => !name.startsWith('@plimsoll/')))
  expect(listedPackages(lines).toSorted()).toEqual([...external].toSorted())
})

test('the listed licence of each package is its licence', () => {
  for (const line of lines.match(/^\| `.*\|$/gm) ?? [])
    for (const name of listedPackages(line)) expect(line, name).toContain(` | ${licenceOf(`node_modules/${name}`)} | `)
})

/** Returns the packages in the first column of tables. */
function listedPackages(text: string): string[] {
  const rows = text.match(/^\| `.*?\|/gm) ?? []
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string))
}

function licenceOf(directory: string): string {
  return read(path.join(directory, 'package.json')).license
}

function read(file: string) {
  return JSON.parse(readFileSync(path.join(REPOSITORY, file), 'utf8'))
}
