import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { computeSteps, identify, type RunDocument, validateRun } from '@plimsoll/schema'
import {
  CACHE_LABEL,
  type ContainerEngine,
  catalogImage,
  findEngines,
  type Machine,
  plimsollHome,
  RUN_LABEL,
} from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { render } from '../src/report/formats.ts'
import { runReport } from '../src/report/run-report.ts'
import { canInstallPackages } from './apt-packages.ts'
import { enginesForTest } from './engine.ts'
import { fromCatalog, measure } from './measure.ts'
import { type Guest, startGuest } from './vm/guest.ts'

const [local] = await enginesForTest()
// Skip these tests under CI too: a runner without root, or with another processor, is no fault of the project.
const lack = canInstallPackages() && process.arch === 'x64' ? null : 'a virtual machine takes root on Debian x64'
if (lack) console.warn(`Skipped: ${lack}.`)

/** The statuses of a step with enough rounds in a run that may show its ratios. */
const RESOLVED_OR_NOT = ['resolved', 'range']

const PLACES = ['native', 'vm', 'vm-share', 'layer', 'volume', 'bind', 'nfs']
const ROUNDS = 10

describe.skipIf(lack !== null || !local)('a real virtual machine, reached by ssh', () => {
  let share: string
  let guest: Guest
  let engine: ContainerEngine
  let machine: Machine
  let image: string
  let document: RunDocument

  beforeAll(async () => {
    mkdirSync(plimsollHome(), { recursive: true })
    share = mkdtempSync(join(plimsollHome(), 'test-vm-'))
    guest = await startGuest({ share })
    ;({ engine, machine } = await reach())
    image = await giveImage(local as ContainerEngine, engine)
    // Times in an emulated machine vary much, so a control pair may withhold the ratios. The remedy is to measure again.
    for (let attempt = 1; attempt <= 2; attempt++) {
      document = await inGuest('metadata', PLACES, [{ files: 200 }], ROUNDS)
      if (computeSteps(document).steps.every(({ status }) => RESOLVED_OR_NOT.includes(status))) break
      // The report names the control pair that withholds a step.
      console.warn(`Measurement ${attempt} withholds a step:\n${report(document, 'table')}`)
    }
  }, 2_700_000)

  afterAll(async () => {
    await guest?.stop()
    rmSync(share, { recursive: true, force: true })
  })

  test('native, vm, vm-share, layer, volume, bind and nfs all give numbers, in a valid document', () => {
    const rows = document.benchmarks.filter(({ control }) => !control)
    expect(rows.map(({ scenario, status, reason }) => ({ scenario, status, reason }))).toEqual(
      PLACES.map((scenario) => ({ scenario, status: 'ok', reason: null })),
    )
    for (const { samples } of document.benchmarks)
      expect(samples.map(({ values }) => Number(values.create) > 0)).toEqual(Array(ROUNDS).fill(true))
    expect(validateRun(document)).toEqual([])
  })

  test('the effective mount types are what /proc/mounts says, in the machine and in a container', async () => {
    const inMachine = filesystems((await machine.run(['cat', '/proc/mounts'])).stdout)
    const inContainer = filesystems(await mountsInContainer(engine, image, share, guest))
    expect(
      Object.fromEntries(document.benchmarks.map(({ scenario, target }) => [scenario, target?.filesystem])),
    ).toEqual({
      native: expect.any(String),
      vm: inMachine.get('/'),
      'vm-share': inMachine.get(guest.share),
      layer: inContainer.get('/'),
      volume: inContainer.get('/volume'),
      bind: inContainer.get('/bind'),
      nfs: inContainer.get('/nfs'),
    })
    expect([...inContainer.values()]).toEqual(expect.arrayContaining(['overlay', 'ext4', '9p', 'nfs4']))
    expect(document.engines[0]?.effective.mountType).toEqual({ value: '9p', confidence: 'observed' })
  })

  test('emulation is marked, and kept out of comparisons with the host', () => {
    expect(document.engines.map(({ id, effective }) => ({ id, ...effective }))).toMatchObject([
      { id: 'ssh', vmType: { value: 'qemu' }, accelerator: { value: 'tcg', confidence: 'observed' } },
    ])
    expect(document.notes.map(({ code }) => code)).toContain('emulated')
    const { steps, emulated } = computeSteps(document)
    expect(emulated).toEqual(['ssh'])
    expect(steps.filter(({ from }) => document.benchmarks[from]?.scenario === 'native')).toEqual([])
    const { rows } = JSON.parse(report(document, 'json'))
    for (const { ratio } of rows) expect(ratio?.reference).not.toBe('native')
  })

  test('the report shows what each step adds, with an interval; the share costs a multiple of the volume', () => {
    const { steps } = computeSteps(document)
    expect(steps.map(({ name }) => name).sort()).toEqual(
      ['NFS', 'container', 'copy-on-write layer', 'share', 'share, outside containers'].sort(),
    )
    for (const { name, status } of steps)
      expect({ name, status: RESOLVED_OR_NOT.includes(status) }).toEqual({ name, status: true })
    const share = steps.find(({ name }) => name === 'share')
    if (share?.status === 'resolved') expect(share.ratio).toBeGreaterThan(2)
    else expect(share?.interval?.[1]).toBeGreaterThan(0)
    const table = report(document, 'table')
    expect(table).toContain('Time that each step adds')
    expect(table).toMatch(/ share +volume → bind +(range|\+\S+ \w+) +[+−]\S+ \w+ to \+\S+ \w+/)
    expect(table).toContain('is emulated, so the steps from the host to it are left out.')
  })

  test('a large file is written durably in the machine, a volume and a bind mount', async () => {
    const { benchmarks } = await inGuest('sequential-write', ['vm', 'volume', 'bind'], [{ bytes: 4_194_304 }])
    expect(benchmarks.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
  }, 300_000)

  test('an install finds Node, npm and its packages in the machine', async () => {
    const { benchmarks } = await inGuest('npm-ci', ['vm'], [{ size: 'small' }])
    expect(benchmarks.map(({ status, reason }) => ({ status, reason }))).toEqual([{ status: 'ok', reason: null }])
  }, 300_000)

  test('a change on the host is no event in a container behind 9p, and no time; a change there is one on the host', async () => {
    const directions = ['to-container', 'to-host'].map((direction) => ({ direction, changes: 2 }))
    const { benchmarks } = await inGuest('file-events', ['bind'], directions)
    const [inward, outward] = benchmarks.map(({ samples }) => samples[0]?.values)
    expect(inward).toEqual({ content: [expect.any(Number), expect.any(Number)], 'clock-error': expect.any(Number) })
    expect(outward?.event).toEqual([expect.any(Number), expect.any(Number)])
  })

  test('an interrupted run ends what it had started in the machine', async () => {
    const abort = new AbortController()
    const sleeps = { ...fromCatalog('metadata'), workload: 'sleeps', run: ['/bin/sleep', '4321'] }
    const interrupted = measure({
      ...common(),
      workloads: [sleeps],
      scenarios: ['vm'],
      signal: abort.signal,
      on: ({ type }) => type === 'sample' && globalThis.setTimeout(() => abort.abort(), 3000),
    })
    await expect(interrupted).rejects.toThrow('aborted')
    const { stdout } = await machine.run(['sh', '-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" " "'])
    expect(stdout).toContain('dockerd')
    expect(stdout).not.toContain('sleep 4321')
  })

  test('nothing is left: no container or volume, no directory in the machine, none on the share', async () => {
    expect((await engine.listLabelled()).filter(({ run }) => run !== null)).toEqual([])
    expect((await machine.run(['ls', '-A', machine.directory])).exitCode).not.toBe(0)
    expect(readdirSync(share)).toEqual([])
  })

  test('a machine without Docker is measured all the same; what needs containers is unsupported, and says why', async () => {
    const socket = '/run/docker.sock'
    await machine.run(['mv', socket, `${socket}.away`])
    const bare = await reach()
    await machine.run(['mv', `${socket}.away`, socket])
    const { benchmarks, engines } = (
      await measure({
        ...common(),
        engines: [bare.engine],
        workloads: [fromCatalog('metadata')],
        scenarios: ['vm', 'volume'],
        params: [{ files: 10 }],
      })
    ).document
    expect(benchmarks.map(({ status }) => status)).toEqual(['ok', 'unsupported'])
    expect(benchmarks[1]?.reason).toMatch(/^no Docker engine answers on the machine reached by ssh: /)
    expect(engines[0]?.effective).toMatchObject({ cpus: { value: 2 }, accelerator: { value: 'tcg' } })
  })

  test('the connection neither keeps plimsoll alive nor outlives it, even after SIGKILL', async () => {
    const ended = await connected('').exited
    expect(ended).toBe(0)
    const { child, exited, socket } = connected('setInterval(() => {}, 1000)')
    const folder = join(await socket, '..')
    expect(await connectionsOf(folder)).toBe(1)
    child.kill('SIGKILL')
    await exited
    for (let tries = 0; tries < 100 && existsSync(folder); tries++) await setTimeout(100)
    expect(await connectionsOf(folder)).toBe(0)
    expect(existsSync(folder)).toBe(false)
  })

  function ssh() {
    return { destination: guest.destination, config: guest.sshConfig, share: { host: share, machine: guest.share } }
  }

  async function reach(): Promise<{ engine: ContainerEngine; machine: Machine }> {
    const { engines, problems } = await findEngines({ ssh: ssh() })
    const engine = engines.find(({ id }) => id === 'ssh')
    if (!engine?.machine) throw new Error(problems.join(' '))
    return { engine, machine: engine.machine }
  }

  function common() {
    return { engines: [engine], declared: { nfs: guest.nfs, synced: null }, within: share }
  }

  async function inGuest(name: string, scenarios: string[], params: Record<string, string | number>[], rounds = 1) {
    return (await measure({ ...common(), workloads: [fromCatalog(name)], scenarios, params, rounds })).document
  }

  /** Starts a separate process that connects to the guest, prints the connection, and runs a statement. */
  function connected(then: string) {
    const module = new URL('../../workloads/src/engines/ssh-connection.ts', import.meta.url)
    const script = `const { connect } = await import('${module}')
      console.log((await connect(${JSON.stringify(ssh())})).dockerSocket); ${then}`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const socket = once(child.stdout, 'data').then(([data]) => String(data).trim())
    const exited = once(child, 'exit').then(([code]) => code as number | null)
    return { child, exited, socket }
  }
})

/**
 * Gives an engine an image with only cat in it, under the name of the image of the workloads `metadata`,
 * `sequential-write` and `file-events`. These workloads otherwise run only the agent. The emulator would take most of a
 * minute to unpack the real image.
 */
async function giveImage(from: ContainerEngine, to: ContainerEngine): Promise<string> {
  const name = await catalogImage(fromCatalog('metadata'), { files: 1 }, from, () => {})
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-image-'))
  const tar = join(scratch, 'image.tar')
  const { stdout } = await execa('ldd', ['/bin/cat'])
  const files = ['/bin/cat', ...(stdout.match(/\/\S+/g) ?? [])].map((path) => path.slice(1))
  await execa('tar', ['-C', '/', '--dereference', '-cf', tar, ...files])
  await to.importImage(tar, name, { [CACHE_LABEL]: 'image' })
  rmSync(scratch, { recursive: true })
  return name
}

/** The text of /proc/mounts in a container with one mount of each kind. */
async function mountsInContainer(engine: ContainerEngine, image: string, share: string, guest: Guest): Promise<string> {
  const labels = { [RUN_LABEL]: 'mounts' }
  const { address, path, options } = guest.nfs
  await engine.createVolume('mounts-own', labels)
  await engine.createVolume('mounts-nfs', labels, {
    type: 'nfs',
    o: `addr=${address},${options}`,
    device: `:${path}`,
  })
  const { stdout } = await engine.run(
    {
      name: 'mounts',
      image,
      entrypoint: 'cat',
      arguments: ['/proc/mounts'],
      mounts: [
        { kind: 'volume', source: 'mounts-own', target: '/volume' },
        { kind: 'volume', source: 'mounts-nfs', target: '/nfs' },
        { kind: 'bind', source: share, target: '/bind' },
      ],
      labels,
    },
    120,
  )
  await engine.remove((await engine.listLabelled()).filter(({ run }) => run === 'mounts'))
  return stdout
}

/** The types of the file systems in /proc/mounts, by mount point. */
function filesystems(mounts: string): Map<string, string> {
  const fields = mounts.split('\n').map((line) => line.split(' '))
  return new Map(fields.map(([, point = '', type = '']) => [point, type]))
}

function report(document: RunDocument, format: 'table' | 'json'): string {
  return render(runReport({ document, ...identify(document) }), format)
}

/** The number of processes that have this path among their arguments. */
async function connectionsOf(path: string): Promise<number> {
  const { stdout } = await execa('ps', ['-A', '-ww', '-o', 'args='])
  return stdout.split('\n').filter((line) => line.startsWith('ssh ') && line.includes(path)).length
}
