import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begins, machine, sleepers } from '../../test/engine-setup/machine.ts'
import type { Machine, Responder } from '../../test/engine-setup/stand-ins.ts'
import type { EngineRequest } from './request.ts'

test('Lima is installed, started with the requested settings, read back, and found by its docker context', async () => {
  const { standIns, state, setUp } = await machine({}, { mountType: 'virtiofs' })
  const settings = { vmType: 'vz', mountType: 'virtiofs', cpus: 4, memory: 4294967296 }
  expect(await setUp()).toEqual({
    status: 'ready',
    engine: 'lima',
    context: 'lima-plimsoll',
    socket: 'unix:///lima/plimsoll/sock/docker.sock',
    path: join(state.tools, 'bin'),
    requested: settings,
    effective: settings,
    emulated: false,
    notes: [],
  })
  expect(standIns.calls).toEqual([
    'limactl start --name=plimsoll --tty=false --vm-type=vz --mount-type=virtiofs --cpus=4 --memory=4 --mount-only=/work/_temp/shared:w --timeout=60s template:docker-rootful',
    'limactl list --json plimsoll',
    'docker context create lima-plimsoll --docker host=unix:///lima/plimsoll/sock/docker.sock',
    'docker --context lima-plimsoll version --format {{.Server.Version}}',
    'limactl shell --workdir=/ plimsoll cat /proc/mounts',
  ])
  expect(readdirSync(join(state.tools, 'bin')).sort()).toEqual(['docker', 'limactl'])
  expect(readdirSync(state.tools)).toEqual(['bin'])
})

test('Colima is installed with Lima and makes its docker context itself', async () => {
  const { standIns, state, setUp } = await machine({}, { engine: 'colima', mountType: 'reverse-sshfs' })
  expect(await setUp()).toMatchObject({
    status: 'ready',
    context: 'colima-plimsoll',
    socket: 'unix:///colima/plimsoll/docker.sock',
    requested: { vmType: 'vz', mountType: 'reverse-sshfs' },
    effective: { vmType: 'vz', mountType: 'reverse-sshfs', cpus: 4, memory: 4294967296 },
    notes: [],
  })
  expect(standIns.calls).toEqual([
    'colima start plimsoll --vm-type=vz --mount-type=sshfs --runtime=docker --cpus=4 --memory=4 --mount=/work/_temp/shared:w --template=false --save-config=false --activate=false --ssh-config=false',
    'colima status --json plimsoll',
    'docker --context colima-plimsoll version --format {{.Server.Version}}',
    'colima ssh --profile plimsoll -- cat /proc/mounts',
  ])
  expect(readdirSync(join(state.tools, 'bin')).sort()).toEqual(['colima', 'docker', 'limactl'])
})

test.each([
  [{}, '--vm-type=vz --cpus=4 '],
  [{ vmTypes: ['qemu'] as const, mountType: '9p' as const }, '--vm-type=qemu --mount-type=9p --cpus=4 '],
  [{ vmTypes: ['qemu'] as const, mountType: 'reverse-sshfs' as const }, '--vm-type=qemu --mount-type=reverse-sshfs '],
  [{ cpus: 2, memory: 2.5 * 2 ** 30 }, '--cpus=2 --memory=2.5 '],
  [{ attemptSeconds: 900 }, '--timeout=900s '],
  [{ directory: '/with blank/$HOME' }, '--mount-only=/with blank/$HOME:w '],
])('the request %j starts Lima with %s', async (request, flags) => {
  const { standIns, setUp } = await machine({}, request)
  expect(await setUp()).toMatchObject({ status: 'ready' })
  expect(begins(standIns.calls, 'limactl start').join()).toContain(flags)
})

test('if vz fails, qemu is tried once, after the failed machine was deleted', async () => {
  const { standIns, setUp } = await machine({ starts: { vz: 'fails' } })
  expect(await setUp()).toMatchObject({
    requested: { vmType: 'vz', mountType: null },
    effective: { vmType: 'qemu', mountType: '9p' },
    notes: ['Lima did not start with vz (“no "entitlement"”); qemu was tried next.'],
  })
  const calls = begins(standIns.calls, 'limactl start', 'limactl delete').map((call) => call.split(' --cpus')[0])
  expect(calls).toEqual([
    'limactl start --name=plimsoll --tty=false --vm-type=vz',
    'limactl delete --force plimsoll',
    'limactl start --name=plimsoll --tty=false --vm-type=qemu',
  ])
})

test('a hanging attempt is killed with all its processes at the timeout', async () => {
  // The second attempt has enough time on a busy machine, too.
  const { standIns, setUp } = await machine({ starts: { vz: 'hangs' } }, { attemptSeconds: 6 })
  expect(await setUp()).toMatchObject({
    effective: { vmType: 'qemu' },
    notes: ['Lima did not start with vz (it was not ready after 6 s); qemu was tried next.'],
  })
  expect(sleepers()).toEqual([])
  expect(standIns.told.filter((line) => line.startsWith('Starting'))).toEqual([
    'Starting Lima with vz (at most 6 s)',
    'Starting Lima with qemu (at most 6 s)',
  ])
})

test('if no VM type starts, the host is unsupported and everything is removed', async () => {
  const { standIns, setUp } = await machine({ starts: { vz: 'fails', qemu: 'fails' } })
  expect(await setUp()).toEqual({
    status: 'unsupported',
    sentence: 'Lima did not start: vz (“no "entitlement"”); qemu (“no "entitlement"”).',
  })
  expect(standIns.left).toEqual([])
})

test('a machine in which Docker does not answer has not started', async () => {
  const { standIns, setUp } = await machine({ dockerAnswers: false }, { vmTypes: ['vz'] })
  expect(await setUp()).toEqual({
    status: 'unsupported',
    sentence:
      'Lima did not start: vz (Docker in the virtual machine does not answer: “Cannot connect to the Docker daemon”).',
  })
  expect(standIns.left).toEqual([])
})

test.each([
  ['colima', ['vz'], '9p', 'virtiofs', 'Colima has the mount type virtiofs instead of the requested 9p.'],
  [
    'colima',
    ['qemu'],
    'virtiofs',
    'reverse-sshfs',
    'Colima has the mount type reverse-sshfs instead of the requested virtiofs.',
  ],
] as const)(
  '%s on %j with the requested mount type %s has %s, and a note says so',
  async (engine, vmTypes, asked, got, note) => {
    const { setUp } = await machine({}, { engine, vmTypes, mountType: asked })
    expect(await setUp()).toMatchObject({
      requested: { mountType: asked },
      effective: { mountType: got },
      notes: [note],
    })
  },
)

test.each(['lima', 'colima'] as const)(
  'the mounted file system is the effective mount type, whatever %s reports',
  async (engine) => {
    const { setUp } = await machine({ mounted: 'fuse.sshfs' }, { engine, mountType: 'virtiofs' })
    const note = expect.stringMatching(/has the mount type reverse-sshfs instead of the requested virtiofs\.$/)
    expect(await setUp()).toMatchObject({ effective: { mountType: 'reverse-sshfs' }, notes: [note] })
  },
)

test('a note names amounts that differ from the requested ones', async () => {
  const { setUp } = await machine({}, { cpus: 8 })
  expect(await setUp()).toMatchObject({
    requested: { cpus: 8 },
    effective: { cpus: 4 },
    notes: ['Lima has 4 CPUs instead of the requested 8.'],
  })
})

const LINUX = { os: 'Linux' } as const
test.each<[Machine, Partial<EngineRequest>, RegExp]>([
  [{ machine: 'arm64', hvSupport: '0' }, {}, /^This arm64 Mac cannot start virtual machines; no GitHub-hosted/],
  [{ hvSupport: '0' }, {}, /^This Mac cannot start virtual machines/],
  [{ root: true }, {}, /^Lima refuses to run as root/],
  [{ ...LINUX, root: true }, {}, /^Lima refuses to run as root/],
  [{ ...LINUX, kvm: false }, {}, /^This user cannot use \/dev\/kvm/],
  [{ ...LINUX, qemu: false }, {}, /^QEMU is needed, but the program qemu-system-x86_64 was not found\. Install it/],
  [
    { ...LINUX, lima: false },
    {},
    /^Lima is needed, but the program limactl was not found\. Install Lima in an earlier/,
  ],
  [LINUX, { engine: 'colima' }, /^Plimsoll sets up Colima on macOS only/],
  [LINUX, { vmTypes: ['vz'] }, /^The VM type vz exists on macOS only/],
])('%j does not support %j, and nothing is downloaded or started', async (how, request, sentence) => {
  const { standIns, server, setUp } = await machine(how, request)
  expect(await setUp()).toEqual({ status: 'unsupported', sentence: expect.stringMatching(sentence) })
  expect([...server.requests, ...standIns.calls]).toEqual([])
})

test('an arm64 Mac that can start virtual machines is supported', async () => {
  const { setUp } = await machine({ machine: 'arm64' })
  expect(await setUp()).toMatchObject({ status: 'ready', effective: { vmType: 'vz' } })
})

test('on Linux only qemu is tried, with the installed limactl and docker command', async () => {
  const { standIns, server, state, setUp } = await machine(LINUX, { mountType: '9p' })
  expect(await setUp()).toMatchObject({
    requested: { vmType: 'qemu', mountType: '9p' },
    effective: { vmType: 'qemu', mountType: '9p' },
    notes: [],
  })
  expect(server.requests).toEqual([])
  expect(begins(standIns.calls, 'limactl start')).toHaveLength(1)
  const limactl = join(state.tools, 'bin/limactl')
  expect(realpathSync(limactl)).toBe(realpathSync(join(standIns.directory, 'bin/limactl')))
})

test('on Linux nothing is downloaded, so a docker command must be installed', async () => {
  const { server, setUp } = await machine({ ...LINUX, docker: false })
  await expect(setUp()).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('no checksum of docker'),
  })
  expect(server.requests).toEqual([])
})

test('on a Mac without QEMU only vz is tried, and a note names the missing program', async () => {
  const failing = await machine({ qemu: false, starts: { vz: 'fails' } })
  expect(await failing.setUp()).toEqual({
    status: 'unsupported',
    sentence: 'Lima did not start: vz (“no "entitlement"”); qemu (the program qemu-system-x86_64 was not found).',
  })
  expect(begins(failing.standIns.calls, 'limactl start')).toHaveLength(1)
  const { setUp } = await machine({ qemu: false }, { vmTypes: ['qemu', 'vz'] })
  expect(await setUp()).toMatchObject({
    requested: { vmType: 'qemu' },
    effective: { vmType: 'vz' },
    notes: ['Lima did not start with qemu (the program qemu-system-x86_64 was not found); vz was tried next.'],
  })
})

const flipped: Responder = (bytes, response) => {
  const wrong = Buffer.from(bytes)
  wrong.writeUInt8(wrong.readUInt8(20) ^ 1, 20)
  response.end(wrong)
}
test('an archive with one wrong byte is rejected and not unpacked', async () => {
  const { standIns, state, setUp } = await machine({}, {}, flipped)
  await expect(setUp()).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/^The file from http:\S+\/lima is not lima 1: its SHA-256 is \w{64}, not \w{64}\. /),
  })
  expect(readdirSync(state.tools, { recursive: true })).toEqual(['bin'])
  expect(begins(standIns.calls, 'limactl')).toEqual([])
})

test.each(['relative', '/a:b', '/a,b', '/a"b', '/a\nb', ''])('the directory %j cannot be shared', async (directory) => {
  const { setUp } = await machine({}, { directory })
  await expect(setUp()).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('must be absolute') })
})

test('the programs get no input and no token of the step', async () => {
  const { standIns, setUp } = await machine()
  await setUp()
  const environment = readFileSync(standIns.state('environment'), 'utf8')
  expect(environment).toContain('LIMA_HOME=/lima')
  expect(environment).not.toContain('secret')
})
