import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { importDocument } from '../store/import.ts'
import { openRegistry } from '../store/registry.ts'
import { directoryOfTests, exampleRun, toBytes } from '../testing.ts'
import { buildSite } from './build-site.ts'
import { isIntact, readManifest } from './manifest.ts'
import { recoverSite } from './staging.ts'

const { directory, remove } = directoryOfTests()
afterAll(remove)

/** The steps of a build, and the times after their begin at which it is killed, in ms. */
const KILLS: [step: string, delays: number[]][] = [
  ['indexing runs', [0]],
  ['compiling pages', [0, 500]],
  ['rendering pages', [0]],
  ['writing run files', [0]],
  ['installing the site', [0, 20, 60, 150]],
]

test('a build that is killed at any step leaves a site with every page, and the next build completes it', async () => {
  const registry = openRegistry(path.join(directory, 'registry'))
  const out = path.join(directory, 'out')
  const ids: string[] = []
  const importOne = () =>
    importDocument(registry, toBytes(exampleRun(({ notes }) => notes.push({ code: 'n', text: `${ids.length}` })))).id
  ids.push(importOne(), importOne())
  await buildSite(registry, out, () => {})
  for (const [step, delays] of KILLS) {
    for (const delay of delays) {
      // Without a new run, nothing would be built.
      ids.push(importOne())
      await killBuild(registry.directory, out, step, delay)
      // This is what the start of a server does. Between the two renames, no site is in its place.
      recoverSite(out)
      const where = `killed ${delay} ms after "${step}"`
      expect(isIntactSite(out), where).toBe(true)
      for (const id of ids.slice(0, 2)) expect(existsSync(path.join(out, 'runs', `${id}.html`)), where).toBe(true)
    }
  }
  await buildSite(registry, out, () => {})
  expect(ids.filter((id) => !existsSync(path.join(out, 'runs', `${id}.html`)))).toEqual([])
  expect(isIntactSite(out)).toBe(true)
  expect(readdirSync(directory).filter((name) => name.startsWith('out.'))).toEqual([])
}, 600_000)

function isIntactSite(site: string): boolean {
  const manifest = readManifest(site)
  return manifest !== null && isIntact(site, manifest)
}

/** Starts a build in a process of its own, and kills it some ms after the begin of a step. */
async function killBuild(registry: string, out: string, step: string, delay: number): Promise<void> {
  const script = path.join(directory, 'build.ts')
  const here = (name: string) => JSON.stringify(path.join(import.meta.dirname, name))
  writeFileSync(
    script,
    `import { writeSync } from 'node:fs'
import { openRegistry } from ${here('../store/registry.ts')}
import { buildSite } from ${here('build-site.ts')}
await buildSite(openRegistry(${JSON.stringify(registry)}), ${JSON.stringify(out)}, (step) => writeSync(1, step + '\\n'))
`,
  )
  const loader = path.join(import.meta.dirname, '..', '..', 'bin', 'jsx.js')
  const child = spawn(process.execPath, ['--import', loader, script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (!said.split('\n').includes(step)) continue
    await setTimeout(delay)
    child.kill('SIGKILL')
    break
  }
  await ended
  expect(said).toContain(step)
}
