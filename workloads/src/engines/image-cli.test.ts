import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { EngineCommand } from './engine-command.ts'
import { ImageCli } from './image-cli.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-builds-'))
})

const HOST = '--add-host plimsoll-group.invalid:127.0.0.1'

test.each<[string, string, { exit?: number; variable?: string }, string, string]>([
  ['docker', 'BuildKit', {}, `1 --no-cache ${HOST}`, `1 ${HOST}`],
  ['docker', 'the classic builder', { exit: 1 }, '0 --no-cache', '0 --cache-from one:1 --cache-from two:1'],
  [
    'docker',
    'BuildKit that the user has turned off',
    { variable: '0' },
    '0 --no-cache',
    '0 --cache-from one:1 --cache-from two:1',
  ],
  ['podman', 'Buildah', {}, 'none --no-cache', 'none --no-cache'],
])('%s with %s builds with layers of the group alone', async (program, _, { exit = 0, variable }, first, later) => {
  const file = join(directory, program)
  const asked = `[ "$1" = buildx ] && exit ${exit}`
  writeFileSync(file, `#!/bin/sh\n${asked}\necho "\${DOCKER_BUILDKIT:-none} $*" > ${directory}/called\n`)
  chmodSync(file, 0o755)
  vi.stubEnv('PATH', `${directory}:${process.env.PATH}`)
  vi.stubEnv('DOCKER_BUILDKIT', variable)
  const cli = new ImageCli(new EngineCommand([program], program), {})
  const flagsOf = async (images: string[]) => {
    const options = { context: '/context', target: null, tag: 'tag:1', arguments: {}, labels: {} }
    await cli.buildImage({ ...options, layersOf: { name: 'group', images } })
    const called = readFileSync(join(directory, 'called'), 'utf8').trim()
    return called.replace('build --pull=false --force-rm ', '').replace(' --tag tag:1 /context', '')
  }
  expect([await flagsOf([]), await flagsOf(['one:1', 'two:1'])]).toEqual([first, later])
})
