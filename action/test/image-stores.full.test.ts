import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ContainerEngine, Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normalizeArchitecture } from '../../workloads/src/engines/architecture.ts'
import { ContainerCli } from '../../workloads/src/engines/container-cli.ts'
import { dockerEventFlags } from '../../workloads/src/engines/container-events.ts'
import { describeDocker } from '../../workloads/src/engines/docker.ts'
import { askDocker } from '../../workloads/src/engines/docker-info.ts'
import { find as findPodman } from '../../workloads/src/engines/podman.ts'
import { ensureImage, type Recipe } from '../../workloads/src/image/ensure-image.ts'
import { prepareToolchain } from '../../workloads/src/toolchain/fetch-toolchain.ts'
import { debianEngines } from './debian-tree.ts'
import { canOwnDockerd, OwnDockerd } from './faults-engine.ts'
import { fromCatalog, measure } from './measure.ts'

const NAME = 'plimsoll-test/stores:1'
const work = mkdtempSync(join(tmpdir(), 'plimsoll-stores-'))
const dockerds: OwnDockerd[] = []
const engines: Record<string, ContainerEngine> = {}
const commands: Record<string, [string, ...string[]]> = { podman: ['podman'] }
/** why this machine cannot run the engines; null if it can */
let lack: string | null = canOwnDockerd ? null : 'A second dockerd needs root, and the programs dockerd and containerd.'

beforeAll(async () => {
  if (lack !== null) return
  try {
    const root = await debianEngines()
    for (const id of ['classic', 'containerd']) {
      const features = { 'containerd-snapshotter': id === 'containerd' }
      const dockerd = new OwnDockerd(null, { root, folders: [] }, features)
      dockerds.push(dockerd)
      await dockerd.start()
      commands[id] = ['docker', '--host', dockerd.host]
      engines[id] = await dockerEngine(id, commands[id])
    }
    process.env.CONTAINERS_STORAGE_CONF = join(work, 'storage.conf')
    const places = `graphroot = "${work}/podman"\nrunroot = "${work}/podman-run"\n`
    writeFileSync(process.env.CONTAINERS_STORAGE_CONF, `[storage]\ndriver = "overlay"\n${places}`)
    for (const finding of await findPodman()) if ('engine' in finding) engines.podman = finding.engine
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    lack = error.message
    console.warn(`Skipped: ${lack}`)
  }
})

afterAll(async () => {
  for (const dockerd of dockerds) await dockerd.remove()
  await execa('umount', [join(work, 'podman/overlay')], { reject: false }) // Podman keeps its storage mounted.
  delete process.env.CONTAINERS_STORAGE_CONF
  rmSync(work, { recursive: true, force: true })
})

test.for([
  ['classic', 'containerd'],
  ['containerd', 'classic'],
  ['podman', 'containerd'],
  ['containerd', 'podman'],
  ['classic', 'podman'],
] as const)('%s and %s have the same images, and the second run copies none', async ([one, other], { skip }) => {
  if (lack !== null) skip(lack)
  const [first, second] = [engines[one], engines[other]]
  if (!first || !second) return skip('Podman was not found.')
  const own = {
    target: 'start-small',
    arguments: {},
    parts: ['agent'],
    toolchain: await prepareToolchain(['agent'], first.architecture, () => {}),
  }
  const said: string[] = []
  const run = async (recipe: Recipe) => {
    said.length = 0
    const images = []
    for (const engine of [first, second])
      images.push(
        await ensureImage(
          recipe,
          engine,
          [first, second],
          { run: 'none', say: (line) => said.push(line), onTemporaryName: () => {}, checkImages: [] },
          {},
        ),
      )
    expect(images[1]?.record.contentDigest).toBe(images[0]?.record.contentDigest)
    return { copies: said.filter((line) => line.startsWith('Copying')).length, images }
  }
  const twice = async (recipe: Recipe) => [(await run(recipe)).copies, (await run(recipe)).copies]
  for (const id of [one, other]) await removeImages(id)

  await load(first, 'one')
  await load(second, 'one')
  const stores = new Set([one, other])
  const named = { name: NAME, writable: [] }
  expect(await twice(named), 'an image that both have').toEqual([0, 0])
  const [ofFirst, ofSecond] = (await run(named)).images
  expect(ofFirst?.reference === ofSecond?.reference, 'ids differ between stores').toBe(!stores.has('containerd'))

  await removeImages(other)
  expect(await twice(named), 'an image that one lacks').toEqual([1, 0])

  await removeImages(other)
  await load(second, 'other')
  const before = await second.image(NAME)
  expect(await twice(named), 'another image of the same name').toEqual([1, 0])
  expect(await second.image(NAME)).toEqual(before)

  expect(await twice(own), 'an image of Plimsoll').toEqual([1, 0])
  expect(await twice({ ...named, writable: ['/work'] }), 'an image with a writable directory').toEqual([1, 0])
})

test('a run measures engines with unlike image stores', async ({ skip }) => {
  if (lack !== null) skip(lack)
  const both = [engines.containerd, engines.classic] as ContainerEngine[]
  const workloads = [fromCatalog('container-start')]
  const { document } = await measure({
    ...{ workloads, engines: both, scenarios: ['layer'], params: [{ image: 'small', cache: 'warm' }] },
  })
  expect(document.benchmarks.map(({ engine, reason }) => [engine, reason])).toEqual(both.map(({ id }) => [id, null]))
  expect(new Set(document.images.map(({ digest }) => digest)).size).toBe(2)
  expect(new Set(document.images.map(({ contentDigest }) => contentDigest)).size).toBe(1)
})

async function dockerEngine(id: string, command: [string, ...string[]]): Promise<ContainerEngine> {
  const { info } = await askDocker(command)
  const names = { id, product: id }
  return new ContainerCli({
    ...names,
    version: info?.ServerVersion ?? null,
    architecture: normalizeArchitecture(info?.Architecture),
    sharesHostKernel: true,
    command,
    eventFlags: dockerEventFlags,
    description: describeDocker(names, info ?? {}),
  })
}

/** Gives an engine an image that was saved once. A build in each engine would give each another image. */
async function load(engine: ContainerEngine, content: string): Promise<void> {
  const tar = join(work, `${content}.tar`)
  const { classic } = engines as { classic: ContainerEngine }
  if (!saved.has(content)) {
    const context = join(work, content)
    mkdirSync(context)
    writeFileSync(join(context, 'file'), content)
    writeFileSync(join(context, 'Dockerfile'), DOCKERFILE)
    await classic.buildImage({ context, target: null, tag: NAME, arguments: {}, labels: {} })
    await classic.saveImage(NAME, tar)
    await classic.untagImage(NAME)
    saved.add(content)
  }
  await engine.loadImage(tar)
}

const saved = new Set<string>()

const DOCKERFILE = `FROM scratch
COPY file /file
COPY file /another
ENV ONE=1 TWO="2 3"
WORKDIR /srv
USER 65534:65534
VOLUME ["/var/b", "/var/a"]
EXPOSE 80
STOPSIGNAL SIGINT
HEALTHCHECK --interval=5m --retries=2 CMD ["/file", "check"]
ENTRYPOINT ["/file"]
CMD ["serve"]
LABEL a=b
`

/** Removes all images of an engine, which is the test's own. */
async function removeImages(id: string): Promise<void> {
  const [program, ...args] = commands[id] as [string, ...string[]]
  const { stdout } = await execa(program, [...args, 'images', '--quiet', '--no-trunc'])
  const ids = [...new Set(stdout.split('\n').filter(Boolean))]
  if (ids.length > 0) await execa(program, [...args, 'rmi', '--force', ...ids])
}
