import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { find } from './docker.ts'

const { platform } = process
let directory: string
afterEach(() => {
  vi.unstubAllEnvs()
  Object.defineProperty(process, 'platform', { value: platform })
  rmSync(directory, { recursive: true })
})

/**
 * A docker command with three contexts: the first does not answer, the second denies access, and the third is Podman.
 */
const DOCKER = `#!/bin/sh
case "$*" in
'context ls '*) for name in default locked pods; do echo "{\\"Name\\":\\"$name\\"}"; done ;;
'--context pods info '*) echo '{"ID":"p","ServerVersion":"5.0.0"}' ;;
'--context pods version '*) echo '{"Components":[{"Name":"Podman Engine"}]}' ;;
'--context locked '*) echo 'permission denied while trying to connect' >&2; exit 1 ;;
*) echo 'Cannot connect' >&2; exit 1 ;;
esac
`

/**
 * The problems that are reported for the contexts of the docker command.
 * @param programs programs installed beside docker
 */
async function problems(...programs: string[]): Promise<string[]> {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  writeFileSync(join(directory, 'docker'), DOCKER, { mode: 0o755 })
  for (const program of programs) symlinkSync(process.execPath, join(directory, program))
  vi.stubEnv('PATH', directory)
  return (await find()).flatMap((finding) => ('problem' in finding ? [finding.problem] : ['an engine']))
}

const LOCKED = 'docker, context locked: this user may not use it: add the user to the group `docker`, or run as root.'
const PODMAN = expect.stringMatching(/^docker, context pods: the engine there is Podman.*: install `podman`/)

test.each([
  ['linux', 'start it, for example with `sudo systemctl start docker`, or open your Docker app'],
  ['darwin', 'start it or open your Docker app'],
])('on %s each problem names its context and the remedy', async (on, remedy) => {
  Object.defineProperty(process, 'platform', { value: on })
  expect(await problems()).toEqual([`docker, context default: no engine answers there: ${remedy}.`, LOCKED, PODMAN])
})

test('a Podman that its own command finds is no problem', async () => {
  expect(await problems('podman')).toEqual([expect.stringContaining('default'), LOCKED])
})
