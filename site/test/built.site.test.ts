import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { canonicalize } from '@plimsoll/schema'
import { expect, inject, test } from 'vitest'
import { buildSite } from '../src/site-build/build-site.ts'
import { openRegistry } from '../src/store/registry.ts'

// Builds that change something are in src/site-build/build-site.full.test.ts.

const registry = openRegistry(inject('registryDirectory'))
const out = inject('siteDirectory')
const read = (name: string) => readFileSync(path.join(out, name), 'utf8')

test('every run has its page and its document', () => {
  const names = readdirSync(registry.documents).filter((name) => !name.endsWith('.sigstore.json'))
  expect(names.length).toBeGreaterThan(20)
  for (const name of names) {
    const document = JSON.parse(readFileSync(path.join(registry.documents, name), 'utf8'))
    expect(read(`runs/${name}`)).toBe(canonicalize(document))
    expect(read(`runs/${name.replace('.json', '.html')}`)).toContain(name.replace('.json', ''))
  }
})

test('a build with nothing new changes nothing', async () => {
  const inodes = () => ['index.html', '.'].map((name) => statSync(path.join(out, name)).ino)
  const before = inodes()
  const steps: string[] = []
  await buildSite(registry, out, (step) => steps.push(step))
  expect(inodes()).toEqual(before)
  expect(steps).not.toContainEqual(expect.stringContaining('rendering'))
})
