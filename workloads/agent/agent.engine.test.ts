import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import {
  agentVolume,
  docker,
  glibcTree,
  IS_STATIC,
  importImage,
  LABEL,
  muslTree,
  requireDocker,
  runAgentIn,
  scratchTree,
} from './test/images.ts'
import { call, only, temporaryDirectory } from './test/run-agent.ts'

const continuousIntegration = process.env.CI === 'true'
const engine = await requireDocker()

const directory = await temporaryDirectory()
const images: Record<string, string | undefined> = {}
let volume = ''

beforeAll(async () => {
  if (!engine) return
  const scratch = await scratchTree(directory)
  const musl = await muslTree(directory)
  images.scratch = await importImage(scratch)
  images.user = await importImage(scratch, 'USER 65534:65534')
  images.entrypoint = await importImage(scratch, 'ENTRYPOINT ["/no/such/entrypoint"]', 'CMD ["nothing"]')
  images.environment = await importImage(scratch, 'WORKDIR /work', 'ENV KIND="of image"')
  images.musl = musl && (await importImage(musl))
  images.glibc = process.platform === 'linux' ? await importImage(await glibcTree(directory)) : undefined
  volume = await agentVolume(images.scratch, agentBinary('linux'))
})

const agentIn = (image: string | undefined, args: string[], options?: string[]) =>
  runAgentIn(volume, String(image), args, options)

describe.each([
  ['an image with nothing but one program', 'scratch', [], 0],
  ['an image with musl and a program linked to it', 'musl', [], 0],
  ['an image with glibc and a program linked to it', 'glibc', [], 0],
  ['an image with a USER that is not root', 'user', [], 65534],
  ['an image with an ENTRYPOINT of its own', 'entrypoint', [], 0],
  ['a container with a read-only root file system', 'scratch', ['--read-only'], 0],
  ['a read-only container without privileges', 'user', ['--read-only', '--cap-drop=ALL'], 65534],
])('in %s', (_, name, options, user) => {
  beforeEach((context) => {
    if (!images[name] && continuousIntegration) throw new Error(`The ${name} image could not be made here.`)
    if (!images[name]) context.skip(`The ${name} image could not be made here: on Debian, install ${name}.`)
  })

  test('the program runs as in the image, as a child of the agent as process 1, which tells the volume it came in', async () => {
    const steps = ['--describe', '/', '--describe', '/.plimsoll', '--calibrate', '20']
    const result = await agentIn(images[name], ['run', ...steps, '--', '/probe', 'identity'], options)
    expect(only(result, 'run')).toMatchObject({ exit: 0, orphans: 0, tail: `user ${user}, parent 1` })
    expect(only(result, 'calibrate').values).toHaveLength(20)
    expect(result.code).toBe(0)
    const places = result.lines.filter(({ step }) => step === 'describe')
    expect(places).toMatchObject([{ mounted: true }, { mounted: true }])
    const driver = await docker('info', '--format', '{{.Driver}}')
    if (driver === 'overlay2') expect(places[0]?.filesystem).toBe('overlay')
    expect(places[1]?.filesystem).not.toBe(places[0]?.filesystem)
  })
})

test('the agent reports the CPU time of a program in a container', async () => {
  const { user, system } = only(await agentIn(images.scratch, ['run', '--', '/probe', 'burn', '200']), 'run')
  expect(Number(user) + Number(system)).toBeGreaterThan(180e6)
  expect(Number(user) + Number(system)).toBeLessThan(220e6)
})

test('in a container the agent sees its limits and filter, the libc of the image, and the directory of its layer', async () => {
  const limits = ['--cpus', '0.5', '--memory', '300m']
  const { lines } = await agentIn(images.scratch, ['inspect', '/', '/.plimsoll'], limits)
  expect(lines[0]).toMatchObject({ step: 'process', libc: IS_STATIC ? null : 'glibc', memoryLimit: 300 * 2 ** 20 })
  expect(Number(lines[0]?.cpuQuota) / Number(lines[0]?.cpuPeriod)).toBe(0.5)
  const security = await docker('info', '--format', '{{.SecurityOptions}}')
  expect(lines[0]?.seccomp).toBe(security.includes('seccomp'))
  const driver = await docker('info', '--format', '{{.Driver}}')
  if (driver === 'overlay2') expect(lines[1]?.upper).toMatch(/^\/.*\/diff$/)
  expect(lines[2]).toMatchObject({ step: 'storage', path: '/.plimsoll', upper: null })
  expect(lines[2]?.device).toHaveLength(2)
})

test('WORKDIR and ENV stay those of the image', async () => {
  const inside = await agentIn(images.environment, ['run', '--', '../probe', 'variable', 'KIND'])
  expect(only(inside, 'run').tail).toBe('of image')
})

test('a bind mount is proven by a token', async () => {
  const bound = ['--volume', `${directory}:/bound`]
  const result = await agentIn(images.scratch, ['run', '--write', '/bound/token', 'from inside'], bound)
  expect(only(result, 'write').path).toBe('/bound/token')
  const outside = await call(agentBinary(), ['run', '--read', `${directory}/token`])
  expect(only(outside, 'read').text).toBe('from inside')
})

test('a directory is copied from one volume to another without any other program', async () => {
  const steps = ['--copy', '/.plimsoll', '/target/deep', '--count', '/target/deep']
  const result = await agentIn(images.scratch, ['run', ...steps], ['--volume', '/target'])
  expect(only(result, 'copy').files).toBe(1)
  expect(only(result, 'count')).toMatchObject({ files: 1, directories: 0, links: 0 })
})

test('writing to a read-only root file system fails with the reason', async () => {
  const result = await agentIn(images.scratch, ['run', '--write', '/token', 'x'], ['--read-only'])
  expect(result.code).toBe(2)
  expect(only(result, 'error')).toMatchObject({ doing: 'write', path: '/token', message: 'Read-only file system' })
})

test('what the command leaves running in the container is ended and counted', async () => {
  const result = await agentIn(images.scratch, ['run', '--', '/probe', 'leave', '2'])
  expect(only(result, 'run')).toMatchObject({ exit: 0, orphans: 2 })
})

test('a peer that is process 1 of a container answers, and a stopped container ends at once', async () => {
  const id = await docker(
    ...['run', '--detach', '--label', LABEL, '--network', 'none', '--volume', `${volume}:/.plimsoll:ro`],
    ...['--entrypoint', '/.plimsoll/agent', String(images.scratch), 'answer', '7000'],
  )
  const asked = await call('docker', ['exec', id, '/.plimsoll/agent', 'round-trips', '127.0.0.1', '7000', '10'])
  expect(only(asked, 'round-trips').latency).toHaveLength(10)
  await docker('stop', '--time', '1000', id)
  expect(await docker('inspect', '--format', '{{.State.ExitCode}}', id)).toBe('143')
  expect(JSON.parse(await docker('logs', id))).toEqual({ step: 'listening', port: 7000 })
})

test('a stopped container ends at once, although the agent is process 1', async () => {
  const id = await docker(
    ...['run', '--detach', '--label', LABEL, '--volume', `${volume}:/.plimsoll:ro`],
    ...['--entrypoint', '/.plimsoll/agent', String(images.scratch), 'run', '--', '/probe', 'burn', '60000'],
  )
  await docker('stop', '--time', '1000', id)
  expect(await docker('inspect', '--format', '{{.State.ExitCode}}', id)).toBe('143')
})
