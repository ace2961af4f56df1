import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ContainerEngine } from '../engine.ts'
import { toolchainDigest } from '../toolchain/toolchain-digest.ts'
import { BASE_IMAGE } from './base-image.ts'
import { dockerfileFor } from './dockerfile.ts'
import { ensureImage } from './ensure-image.ts'

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
    imageId: async (name: string) => (isBuilt && name.startsWith('plimsoll/start-small:') ? 'sha256:1' : null),
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
  try {
    await ensureImage(recipe, engine, [engine], user, {})
  } finally {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true })
  }
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
  const images = new Map<string, string>()
  const engine = {
    architecture: 'arm64',
    imageId: async (name: string) => images.get(name) ?? null,
    pullImage: async (name: string) => {
      images.set(name, 'sha256:1')
      return null
    },
    tagImage: async (name: string, tag: string) => void images.set(tag, images.get(name) ?? ''),
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

function hashOf(...inputs: string[]): string {
  return createHash('sha256').update(inputs.join('')).digest('hex').slice(0, 12)
}
