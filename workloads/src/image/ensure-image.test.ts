import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ContainerEngine } from '../engine.ts'
import { toolchainDigest } from '../toolchain/toolchain-digest.ts'
import { BASE_IMAGE } from './base-image.ts'
import { dockerfileFor } from './dockerfile.ts'
import { ensureImage } from './ensure-image.ts'

const IMAGE = { id: 'sha256:1', content: 'sha256:2' }

test('each slow step on the way to an image is said before it begins, and why a pull failed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  vi.stubEnv('HOME', home)
  mkdirSync(join(home, '.plimsoll', 'cache'), { recursive: true })
  writeFileSync(join(home, '.plimsoll', 'cache', 'base-trixie-amd64.tar'), '')
  const steps: string[] = []
  const say = (line: string) => void steps.push(line)
  let isBuilt = false
  const engine = {
    product: 'Fake',
    architecture: 'x64',
    image: async (name: string) => (isBuilt && name.startsWith('plimsoll/start-small:') ? IMAGE : null),
    pullImage: async () => {
      steps.push('pull')
      return 'no route to host'
    },
    importImage: async () => void steps.push('import'),
    buildImage: async () => {
      steps.push('build')
      isBuilt = true
    },
    readImageFile: async () => null,
  } as unknown as ContainerEngine
  const recipe = { target: 'start-small', arguments: {}, parts: [], toolchain: { directory: '/nowhere' } }
  const user = { run: 'aaaaaaaaaa', say, onTemporaryName: () => {}, checkImages: [] }
  await ensureImage(recipe, engine, [engine], user, {})
  expect(steps).toEqual([
    'Pulling debian:trixie-slim into Fake',
    'pull',
    "! The pull of debian:trixie-slim failed (“no route to host”); using a base image from Debian's packages",
    'Importing the base image into Fake',
    'import',
    `Building the image plimsoll/start-small:default-${hashOf(BASE_IMAGE, dockerfileFor('start-small'))} in Fake`,
    'build',
  ])
})

test('an image has a tag of its base image, Dockerfile and toolchain, and its publication is pulled by its digest', async () => {
  const hash = hashOf(BASE_IMAGE, dockerfileFor('start-small'), toolchainDigest('npm-ci/cra'))
  const tag = `plimsoll/start-small:22-${hash}`
  const remote = `registry.example/images@sha256:${'1'.repeat(64)}`
  const images = new Map<string, typeof IMAGE>()
  const engine = {
    architecture: 'arm64',
    image: async (name: string) => images.get(name) ?? null,
    pullImage: async (name: string) => {
      images.set(name, IMAGE)
      return null
    },
    tagImage: async (name: string, tag: string) => void images.set(tag, images.get(name) ?? IMAGE),
    readImageFile: async () => null,
  } as unknown as ContainerEngine
  const toolchain = { directory: '/nowhere' }
  const recipe = { target: 'start-small', arguments: { major: '22' }, parts: ['npm-ci/cra'], toolchain }
  const user = { run: 'aaaaaaaaaa', say: () => {}, onTemporaryName: () => {}, checkImages: [] }
  const published = { [tag]: { x64: 'registry.example/other', arm64: remote } }
  const { name, record } = await ensureImage(recipe, engine, [engine], user, published)
  expect([...images.keys()]).toEqual([remote, tag])
  expect({ name, origin: record.origin }).toEqual({ name: tag, origin: 'pulled' })
})

const COPY = 'Copying the image node:22 from First to Second'

test.each<[string, string | null, string[], string | null]>([
  ['has the same content under another id', 'one', [], 'one'],
  ['is missing', null, [COPY], 'one'],
  ['is another one', 'two', [COPY], 'two'],
])(
  'an image that in the second engine %s is copied only if its content is not there, and only once',
  async (_, there, copies, named) => {
    const first = fakeEngine('First', 'one')
    const second = fakeEngine('Second', there)
    const run = async () => {
      const said: string[] = []
      const user = {
        run: 'aaaaaaaaaa',
        say: (line: string) => said.push(line),
        onTemporaryName: () => {},
        checkImages: [],
      }
      const recipe = { name: 'node:22', writable: [] }
      const images = []
      for (const engine of [first, second]) images.push(await ensureImage(recipe, engine, [first, second], user))
      return { said, images: images.map(({ record }) => [record.digest, record.contentDigest]) }
    }
    const images = [
      ['First-one', 'one'],
      ['Second-one', 'one'],
    ]
    expect(await run()).toEqual({ said: copies, images })
    expect(await run()).toEqual({ said: [], images })
    expect((await second.image('node:22'))?.content).toBe(named)
  },
)

test('a copy with another content is not used', async () => {
  const engines = [fakeEngine('First', 'one'), fakeEngine('Second', null)] as const
  engines[1].loadImage = async () => {}
  const user = { run: 'aaaaaaaaaa', say: () => {}, onTemporaryName: () => {}, checkImages: [] }
  await expect(ensureImage({ name: 'node:22', writable: [] }, engines[1], [...engines], user)).rejects.toMatchObject({
    exitCode: 3,
    message:
      'The image node:22 has another content after it was copied from First to Second. Measure these engines in two runs.',
  })
})

/** An engine whose ids no other engine knows. `content` is that of its image `node:22`, if it has one. */
function fakeEngine(product: string, content: string | null): ContainerEngine {
  const images = new Map<string, string>()
  const names = new Map<string, string>()
  const image = (id: string | undefined) => ({ id: id as string, content: images.get(id as string) as string })
  const add = (content: string) => images.set(`${product}-${content}`, content)
  if (content !== null) {
    add(content)
    names.set('node:22', `${product}-${content}`)
  }
  return {
    ...{ id: product, product },
    image: async (name: string) => (names.has(name) ? image(names.get(name)) : null),
    imageWithContent: async (wanted: string) =>
      [...images.keys()].map(image).find(({ content }) => content === wanted) ?? null,
    saveImage: async (id: string, tar: string) => writeFileSync(tar, images.get(id) ?? ''),
    loadImage: async (tar: string) => void add(readFileSync(tar, 'utf8')),
    tagImage: async (id: string, name: string) => void names.set(name, id),
    readImageFile: async () => null,
  } as unknown as ContainerEngine
}

function hashOf(...inputs: string[]): string {
  return createHash('sha256').update(inputs.join('')).digest('hex').slice(0, 12)
}
