// Tests of what containers share: the pages of their image's files, and a directory with the host.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import { agentVolume, docker, importImage, LABEL, requireDocker } from './test/images.ts'
import { type Line, temporaryDirectory } from './test/run-agent.ts'
import { talk } from './test/talk.ts'

const AGENT = '/.plimsoll/agent'
const MEBIBYTE = 1_048_576
const engine = await requireDocker()

const directory = await temporaryDirectory()
const shared = path.join(directory, 'shared')
/** The options of `docker run` that start the agent as process 1, followed by the image. */
let agentIn: string[] = []

/** Makes an image whose only layer contains a single file of 64 MiB. */
beforeAll(async () => {
  if (!engine) return
  const tree = await mkdtemp(path.join(directory, 'tree-'))
  await writeFile(path.join(tree, 'file'), randomBytes(64 * MEBIBYTE))
  await mkdir(shared)
  const image = await importImage(tree)
  const volume = await agentVolume(image, agentBinary('linux'))
  const mounts = ['--volume', `${volume}:/.plimsoll:ro`, '--volume', `${shared}:/shared`]
  agentIn = ['--label', LABEL, '--network', 'none', ...mounts, '--entrypoint', AGENT, image]
})

/** The memory of process 1 of a container, in MiB. */
async function memory(container: string) {
  const line: Record<string, number> = JSON.parse(await docker('exec', container, AGENT, 'memory', '1'))
  const mebibytes = (name: string) => Number(line[name]) / MEBIBYTE
  return { file: mebibytes('file-pss'), anonymous: mebibytes('anonymous-pss'), cgroup: mebibytes('cgroup-anonymous') }
}

test('containers of one image share the pages of its files and none of their own', async (context) => {
  const driver = await docker('info', '--format', '{{.Driver}}')
  if (!driver.startsWith('overlay')) context.skip(`The page cache is not shared between containers on ${driver}.`)
  const containers: string[] = []
  for (let i = 0; i < 3; i++) {
    containers.push(await docker('run', '--detach', ...agentIn, 'hold', '/file', `${32 * MEBIBYTE}`))
    const output = () => docker('logs', String(containers.at(-1)))
    await expect.poll(output).toContain('"step":"holding"')
    for (const container of containers) {
      const { file, anonymous, cgroup } = await memory(container)
      expect(file).toBeCloseTo(64 / containers.length, 0)
      expect(anonymous).toBeCloseTo(32, 0)
      expect(cgroup).toBeCloseTo(32, 0)
    }
  }
  await docker('stop', '--time', '60', ...containers)
  expect(await docker('inspect', '--format', '{{.State.ExitCode}}', ...containers)).toBe('143\n143\n143')
})

test('the root cgroup is not reported as the cgroup of a container', async () => {
  const host = ['--rm', '--volume', '/sys/fs/cgroup:/sys/fs/cgroup:ro']
  const line = JSON.parse(await docker('run', ...host, ...agentIn, 'memory', '1'))
  expect(line).toMatchObject({ 'file-pss': expect.any(Number), 'cgroup-file': null, 'cgroup-anonymous': null })
})

test('the cgroup of a container is read in its second version too', async () => {
  const cgroup = path.join(directory, 'cgroup')
  await mkdir(cgroup)
  await writeFile(path.join(cgroup, 'memory.current'), '3000\n')
  // The file has the format of Linux's admin-guide/cgroup-v2: on each line, a name and a number of bytes.
  await writeFile(path.join(cgroup, 'memory.stat'), 'anon 1000\nfile 2000\nkernel 7\nfile_mapped 8\nanon_thp 9\n')
  const line = JSON.parse(
    await docker('run', '--rm', '--volume', `${cgroup}:/sys/fs/cgroup:ro`, ...agentIn, 'memory', '1'),
  )
  expect(line).toMatchObject({ 'cgroup-file': 2000, 'cgroup-anonymous': 1000 })
})

describe('across a bind mount', () => {
  test.each(['host', 'container'])('a change in the %s is an event and is read on the other side', async (from) => {
    const host = talk(agentBinary(), 'watch', shared)
    const container = talk('docker', 'run', '--rm', '--interactive', ...agentIn, 'watch', '/shared')
    const clocks = [(await host.next()).clock, (await container.next()).clock]
    const [writer, reader] = from === 'host' ? [host, container] : [container, host]
    const answers: Line[] = []
    for (const expectation of ['expect-event token 100000', `expect-content token ${from} 100000`]) {
      writer.say('write token nothing-yet')
      expect(await writer.next()).toMatchObject({ step: 'wrote' })
      reader.say(expectation)
      expect(await reader.next()).toEqual({ step: 'armed' })
      writer.say(`write token ${from}`)
      const { before } = await writer.next()
      const answer = await reader.next()
      answers.push(answer)
      expect(typeof answer.at).toBe('number')
      // Host and container read the same clock only if there is no virtual machine between them.
      if (clocks[0] !== clocks[1]) continue
      expect(answer.at).toBeGreaterThan(Number(before))
    }
    expect(answers.map(({ step }) => step)).toEqual(['event', 'content'])
    expect([await host.end(), await container.end()]).toEqual([0, 0])
  })
})
