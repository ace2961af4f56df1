import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ContainerEngine } from '../engine.ts'
import { assertNoTarget } from '../image/project-image.ts'
import { describeEnd } from '../process-end.ts'
import { EngineCommand } from './engine-command.ts'
import { ImageCli } from './image-cli.ts'

/** An engine's command that fails with this message, or prints this text. */
function command(stderr: string, stdout = ''): EngineCommand {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const program = join(directory, 'engine')
  const text = stderr || stdout
  const end = stderr === '' ? 'exit 0' : '>&2; exit 1'
  writeFileSync(program, `#!/bin/sh\ncat <<'END' ${stderr === '' ? '' : '>&2'}\n${text}\nEND\n${end}\n`, {
    mode: 0o755,
  })
  return new EngineCommand([program], 'Docker Engine')
}

test('a platform that no image has is named with the variable that asks for it', async () => {
  vi.stubEnv('DOCKER_DEFAULT_PLATFORM', 'linux/s390x')
  const said = 'image with reference x was found but does not match the specified platform: wanted linux/s390x'
  await expect(command(said).must([], 'create a container')).rejects.toThrow(`${said}. Unset DOCKER_DEFAULT_PLATFORM`)
})

test.each([
  'the --mount option requires BuildKit. Refer to https://docs.docker.com/go/buildkit/',
  'dockerfile parse error line 3: unknown instruction: TOUCH',
  'Unknown flag: link',
])('where the classic builder says "%s", buildx is named as the remedy', async (said) => {
  await expect(command(said).must(['build'], 'build an image')).rejects.toThrow(
    `${said}. If the Dockerfile needs BuildKit`,
  )
})

test("a pull that fails has the engine's own words", async () => {
  const said = 'Error response from daemon: dial tcp 127.0.0.1:1: connect: connection refused'
  expect(await new ImageCli(command(said), {}).pullImage('x')).toBe(said)
  expect(await new ImageCli(command('', 'sha256:0'), {}).pullImage('x')).toBeNull()
})

test.each(['/work', '/work/', '/work/data', '/'])('an image with the volume %s is refused', async (volume) => {
  const config = JSON.stringify({ User: '', Env: null, Volumes: { [volume]: {} } })
  const engine = new ImageCli(command('', config), {}) as unknown as ContainerEngine
  await expect(assertNoTarget(engine, 'id', 'x:1', 'run')).rejects.toThrow(
    `The image x:1 declares the volume ${volume}, `,
  )
})

test('an argument that is too long to start a program is named as the reason', () => {
  expect(describeEnd({ code: 'E2BIG' })).toContain('an argument or the environment is too long')
})
