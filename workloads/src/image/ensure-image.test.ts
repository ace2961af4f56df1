import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ContainerEngine } from '../engine.ts'
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
    expect.stringMatching(/^Building the image plimsoll\/start-small:\S+ in Fake$/),
    'build',
  ])
})
