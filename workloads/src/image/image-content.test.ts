import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type InspectedImage, imageContent } from './image-content.ts'

/** What an engine printed about one image, which the other engines loaded from a file. */
const inspected = (engine: string): InspectedImage =>
  JSON.parse(readFileSync(new URL(`../../test/outputs/inspect-${engine}.json`, import.meta.url), 'utf8'))[0]

const image = inspected('docker')

test.each(['docker-containerd', 'podman'])('an image has in %s the content that it has in Docker', (engine) => {
  expect(inspected(engine).Id).not.toBe(image.Id) // Podman prints it without its algorithm.
  expect(imageContent(inspected(engine))).toBe(imageContent(image))
})

test.each<[string, Partial<InspectedImage>]>([
  ['another architecture', { Architecture: 'arm64' }],
  ['the layers in another order', { RootFS: { Layers: image.RootFS.Layers?.toReversed() ?? [] } }],
  ['one layer less', { RootFS: { Layers: image.RootFS.Layers?.slice(1) ?? [] } }],
  ...Object.entries({
    User: '0',
    Env: ['ONE=2'],
    Entrypoint: ['/another'],
    Cmd: null,
    WorkingDir: '/',
    Volumes: { '/var/a': {} },
    StopSignal: 'SIGTERM',
  }).map(([part, value]): [string, Partial<InspectedImage>] => [
    `another ${part}`,
    { Config: { ...image.Config, [part]: value } },
  ]),
])('an image with %s has another content', (_, change) => {
  expect(imageContent({ ...image, ...change })).not.toBe(imageContent(image))
})

test('what affects no container is not part of the content, and what is absent is the same in every form', () => {
  const bare = { Id: '1', Architecture: 'amd64', RootFS: {} }
  const empty = { Env: [], Entrypoint: null, Cmd: [], WorkingDir: '', Volumes: null, User: '', StopSignal: '' }
  expect(imageContent({ ...bare, Config: empty })).toBe(imageContent(bare))
  const labelled = { Labels: { a: 'b' }, Healthcheck: { Test: ['NONE'] }, User: '' }
  const other = { ...bare, Id: '2', RepoTags: ['a:1'], Created: 'today', Config: labelled }
  expect(imageContent(other)).toBe(imageContent(bare))
})
