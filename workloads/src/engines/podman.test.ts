import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { find, limitFlags, networkProblem } from './podman.ts'

let directory: string

/** Creates a podman command whose `podman info` prints this text. */
function put(stdout: string, stderr = '', exit = 0): void {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  writeFileSync(join(directory, 'out'), stdout)
  writeFileSync(join(directory, 'err'), stderr)
  const script = `#!/bin/sh\n/bin/cat ${directory}/out; /bin/cat ${directory}/err >&2; exit ${exit}\n`
  writeFileSync(join(directory, 'podman'), script, { mode: 0o755 })
  vi.stubEnv('PATH', directory)
}

/**
 * The output of `podman info`, over several lines as Podman prints it. Members that Plimsoll does not read are left
 * out.
 */
const info = (version: string, host: object) =>
  JSON.stringify(
    { host, store: { graphDriverName: 'vfs' }, version: { APIVersion: version, Version: version } },
    null,
    2,
  )
const HOST = {
  arch: 'amd64',
  cgroupVersion: 'v1',
  cpus: 2,
  kernel: '6.1.0',
  memTotal: 25276502016,
  serviceIsRemote: false,
}
const CGROUPS_V1 = 'time="now" level=warning msg="Using cgroups-v1 which is deprecated"\n'

test.each([
  ['4.3.1, of Debian 12 (recorded)', info('4.3.1', HOST), ''],
  ['5.4.2, of Debian 13 (recorded)', info('5.4.2', HOST), CGROUPS_V1],
  ['5.4.2, with its warning on standard output (made up)', `${CGROUPS_V1}${info('5.4.2', HOST)}`, ''],
])('Podman %s is found', async (_name, stdout, stderr) => {
  put(stdout, stderr)
  const [finding] = await find()
  const description = finding && 'engine' in finding ? await finding.engine.describe() : undefined
  expect(description).toMatchObject({
    version: expect.stringMatching(/^[45]\.\d\.\d$/),
    effective: { cgroupVersion: { value: 1 }, storageDriver: { value: 'vfs' }, cpus: { value: 2 } },
  })
})

test.each([
  [true, 'rootless'],
  [false, 'rootful'],
])('Podman that reports rootless %s is recorded as %s', async (rootless, privileges) => {
  put(info('5.4.2', { ...HOST, security: { rootless } }))
  const [finding] = await find()
  const description = finding && 'engine' in finding ? await finding.engine.describe() : undefined
  expect(description?.effective.privileges).toEqual({ value: privileges, confidence: 'observed' })
})

test('values that an older Podman does not report are unknown', async () => {
  put(info('3.0.0', { arch: 'amd64' }))
  const [finding] = await find()
  const description = finding && 'engine' in finding ? await finding.engine.describe() : undefined
  expect(description?.effective.cgroupVersion).toEqual({ value: null, confidence: 'unknown' })
  expect(description?.effective).not.toHaveProperty('privileges')
})

test.each([
  ['prints nothing', '', '', 0, /printed nothing that Plimsoll can read\. Run it yourself/],
  ['prints another form', 'host:\n  arch: amd64\n', '', 0, /printed nothing that Plimsoll can read\. Run it yourself/],
  [
    'prints half an answer',
    '{"host":{"arch":"amd64"',
    '',
    0,
    /printed nothing that Plimsoll can read\. Run it yourself/,
  ],
  [
    'fails',
    '',
    'warning\nError: no conmon\n',
    125,
    /fails \(“Error: no conmon”\)\. (Run it yourself|Start its machine)/,
  ],
])('a Podman that %s is a problem with a remedy', async (_what, stdout, stderr, exit, problem) => {
  put(stdout, stderr, exit)
  expect(await find()).toEqual([{ problem: expect.stringMatching(problem) }])
})

const limits = (files: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             96365                96365                processes
Max open files            1024                 ${files}                files`

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)('where limits cannot be raised as far as podman wants, root requests the available limits', () => {
  expect(limitFlags(limits('20000'), 32768)).toEqual([
    '--ulimit',
    'nofile=20000:20000',
    '--ulimit',
    'nproc=32768:32768',
  ])
})

test('a build gets the same limits as a container', async () => {
  put(info('5.4.2', { ...HOST, kernel: release() }))
  const [finding] = await find()
  const file = join(directory, 'arguments')
  writeFileSync(join(directory, 'podman'), `#!/bin/sh\necho "$@" >>${file}\n`, { mode: 0o755 })
  const engine = finding && 'engine' in finding ? finding.engine : undefined
  await engine?.buildImage({ context: '/nowhere', target: null, tag: 'a', arguments: {}, labels: {} })
  expect(readFileSync(file, 'utf8')).toContain(['build --format docker', ...limitFlags()].join(' '))
})

test('where limits can be raised, podman keeps its own defaults', () => {
  expect(limitFlags(limits('1048576'), 4194304)).toEqual([])
  expect(limitFlags('', Number.NaN)).toEqual([])
})

test('a podman that this user may not start is not installed', async () => {
  // The system reports the same error if the PATH has a folder that this user may not enter.
  put('')
  chmodSync(join(directory, 'podman'), 0o644)
  expect(await find()).toEqual([])
})

test.skipIf(process.getuid?.() !== 0)(
  'where Docker’s firewall drops packets inside a bridge, its sentence says how to allow them',
  async () => {
    const rules = (...lines: string[]) => [true, async () => lines.join('\n')] as const
    expect(await networkProblem(...rules('-P FORWARD DROP', '-A FORWARD -j DOCKER-USER'))).toMatch(/or stop Docker\.$/)
    expect(await networkProblem(...rules('-P FORWARD ACCEPT'))).toBeNull()
    expect(await networkProblem(...rules('-P FORWARD DROP', '-A DOCKER-USER -i podman+ -j ACCEPT'))).toBeNull()
    expect(await networkProblem(false)).toBeNull()
  },
)
