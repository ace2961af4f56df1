import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ContainerEngine, catalogImage, type Workload } from '@plimsoll/workloads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureImage } from '../../workloads/src/image/ensure-image.ts'
import { makeProjectBuild } from '../../workloads/src/image/project-image.ts'
import { enginesForTest } from './engine.ts'
import { fromCatalog } from './measure.ts'

const [engine] = (await enginesForTest()).filter(({ noContainers }) => noContainers === null) as [ContainerEngine]
const project = mkdtempSync(join(tmpdir(), 'plimsoll-builds-'))
const made: string[] = []
let from: string

beforeAll(async () => {
  if (engine) from = await catalogImage(fromCatalog('metadata'), { files: 500 }, engine, () => {})
})
afterAll(async () => {
  for (const name of made.toReversed()) await engine.untagImage(name)
  rmSync(project, { recursive: true, force: true })
})

/** The steps of a Dockerfile that leave a different time in each build. */
const STEPS = ['tools', 'packages', 'built'] as const
const DOCKERFILE = `RUN date +%s%N > /tools
COPY lock /
RUN date +%s%N > /packages
COPY source /
RUN date +%s%N > /built
`
const FILES = { Dockerfile: DOCKERFILE, lock: '1', source: '1' }
const VERSIONS = {
  base: FILES,
  same: FILES,
  sources: { ...FILES, source: '2' },
  lock: { ...FILES, lock: '2' },
  tools: { ...FILES, Dockerfile: DOCKERFILE.replace('tools', 'tools;:') },
}

test.skipIf(!engine)(
  'a check builds equal versions once, and its builds share their equal steps with no others',
  async () => {
    const earlier = await buildsOf('a'.repeat(12), { base: FILES })
    const { times, built } = await buildsOf('b'.repeat(12), VERSIONS)
    expect(built).toBe(4)
    const [base, same, sources, lock, tools] = times as [string[], string[], string[], string[], string[]]
    expect(same).toEqual(base)
    // Podman shares only whole images.
    const count = (steps: number) => (engine.id === 'podman' ? 0 : steps)
    for (const [version, steps] of [
      [sources, 2],
      [lock, 1],
      [tools, 0],
    ] as const)
      expect(version.map((time, step) => time === base[step])).toEqual(STEPS.map((_, step) => step < count(steps)))
    expect(earlier.times.flat().filter((time) => times.flat().includes(time))).toEqual([])
  },
)

/** Builds these versions in one check. Returns the times that their steps left, and how many builds there were. */
async function buildsOf(
  plan: string,
  versions: Partial<typeof VERSIONS>,
): Promise<{ times: string[][]; built: number }> {
  const said: string[] = []
  const checkImages: string[] = []
  const onTemporaryName = (name: string) => made.push(name)
  const user = { run: plan, say: (line: string) => said.push(line), onTemporaryName, checkImages }
  const times: string[][] = []
  for (const [variant, files] of Object.entries(versions)) {
    const folder = join(project, variant)
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries({ ...files, Dockerfile: `FROM ${from}\n${files.Dockerfile}` }))
      writeFileSync(join(folder, name), text)
    const source = { dockerfile: 'Dockerfile', context: '.' }
    const workload = { workload: `of-${variant}`, project: folder } as Workload
    const build = makeProjectBuild(workload, source, {}, { variant, plan })
    const { reference } = await ensureImage({ build, writable: [] }, engine, [engine], user)
    const read = STEPS.map((step) => engine.readImageFile(reference, `/${step}`, {}))
    times.push((await Promise.all(read)).map(String))
  }
  return { times, built: said.filter((line) => line.startsWith('Building the image')).length }
}
