// These tests push and pull images of Plimsoll's catalog. They use Debian's own registry, on loopback, as the workload
// image-pull runs it.
import { randomInt } from 'node:crypto'
import { type ContainerEngine, type PublishedImages, RUN_LABEL } from '@plimsoll/workloads'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enginesForTest } from '../../action/test/engine.ts'
import { fromCatalog } from '../../action/test/measure.ts'
import { plainRecipe } from '../../workloads/src/image/catalog-image.ts'
import { ensureImage, makeRecipe, type Recipe } from '../../workloads/src/image/ensure-image.ts'
import { prepareToolchain } from '../../workloads/src/toolchain/fetch-toolchain.ts'
import { publishImages } from './publish-images.ts'

const [docker] = (await enginesForTest()).filter(({ id }) => id === 'docker')

describe.skipIf(!docker)('images of the catalog in a registry', () => {
  const engine = docker as ContainerEngine
  const registry = `plimsoll-test-registry-${process.pid}`
  const port = randomInt(20_000, 60_000)
  const repository = `127.0.0.1:${port}/somebody/plimsoll`
  const said: string[] = []
  let small: Recipe

  const ensure = (recipe: Recipe, published: PublishedImages) =>
    ensureImage(
      recipe,
      engine,
      [engine],
      { run: 'none', say: (line) => said.push(line), onTemporaryName: () => {}, checkImages: [] },
      published,
    )
  const remove = async (id: string) => {
    await engine.remove([{ kind: 'image', id, run: null }])
    expect(await engine.image(id)).toBeNull()
  }

  beforeAll(async () => {
    const toolchain = await prepareToolchain(['agent'], engine.architecture, () => {})
    small = makeRecipe(fromCatalog('container-start'), { image: 'small', cache: 'warm' }, toolchain, [])
    await engine.start({
      name: registry,
      image: (await ensure(plainRecipe('registry'), {})).reference,
      entrypoint: '/usr/bin/docker-registry',
      arguments: ['serve', '/etc/docker/registry/config.yml'],
      environment: {
        REGISTRY_HTTP_ADDR: `127.0.0.1:${port}`,
        REGISTRY_STORAGE_FILESYSTEM_ROOTDIRECTORY: '/registry',
      },
      mounts: [],
      labels: { [RUN_LABEL]: 'test' },
      network: 'host',
    })
    // Wait until the registry listens.
    await vi.waitUntil(() => fetch(`http://127.0.0.1:${port}/v2/`).catch(() => false), { timeout: 15_000 })
  })
  afterAll(() => engine.remove([{ kind: 'container', id: registry, run: null }]))

  test('one that was published is pulled by its digest, has the name it would have been built under, and says so', async () => {
    const built = await ensure(small, {})
    expect(built.record.origin).toBe('built')
    const { published } = await publishImages([built.name], repository, engine, {})
    expect(published).toEqual({
      [built.name]: {
        [engine.architecture]: expect.stringMatching(/^127\S+\/somebody\/plimsoll\/start-small@sha256:\w{64}$/),
      },
    })
    await remove(built.reference)

    said.length = 0
    const pulled = await ensure(small, published)
    expect(said).toEqual([`Pulling the image ${built.name} into Docker Engine`])
    expect(pulled).toEqual({ ...built, record: { ...built.record, origin: 'pulled' } })
    expect(await engine.image(built.name)).toMatchObject({ id: built.reference })
    expect((await engine.listLabelled()).map(({ id }) => id)).toContain(built.reference.slice('sha256:'.length, 19))
    // Even without a record of the image's origin, the next run reports the same origin.
    expect((await ensure(small, published)).record.origin).toBe('pulled')
    expect((await ensure(small, {})).record.origin).toBe('built')
  })

  test('one that cannot be pulled is built, and says so', async () => {
    const { name, reference } = await ensure(small, {})
    await remove(reference)
    said.length = 0
    const gone = `${repository}/start-small@sha256:${'0'.repeat(64)}`
    const { record } = await ensure(small, { [name]: { [engine.architecture]: gone } })
    expect(said.slice(0, 2)).toEqual([
      `Pulling the image ${name} into Docker Engine`,
      expect.stringMatching(/^! The pull of \S+@sha256:0{64} failed \(“.+”\); building the image here$/),
    ])
    expect(record.origin).toBe('built')
  })

  test('what is published already is not pushed again', async () => {
    const { name } = await ensure(small, {})
    const before = { [name]: { [engine.architecture]: 'somewhere' } }
    expect(await publishImages([name], repository, engine, before)).toEqual({ published: before, pushed: [] })
  })
})
