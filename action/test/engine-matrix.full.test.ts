import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRun } from '@plimsoll/schema'
import { buildBaseTar, Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { beforeAll, expect, test } from 'vitest'
import { debianEngines } from './debian-tree.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const SCRIPT = fileURLToPath(new URL('./engine-matrix/in-debian.sh', import.meta.url))

const CORE = ['metadata', 'sequential-write', 'cpu-limit', 'container-start', 'memory', 'network']

let tree: string
let base: string
/** why this machine cannot run the matrix; null if it can */
let lack: string | null = null

beforeAll(async () => {
  try {
    tree = await debianEngines()
    // The engines reach no network, so they find the base image in the cache.
    base = await buildBaseTar(process.arch === 'arm64' ? 'arm64' : 'x64', console.error)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    lack = error.message
    console.warn(`Skipped: ${lack}`)
  }
})

test.for([
  ['docker', 'Docker Engine', 'overlay2', 'rootful'],
  ['docker-containerd', 'Docker Engine', 'overlayfs', 'rootful'],
  ['docker-rootless', 'Docker Engine', 'overlay2', 'rootless'],
  ['podman', 'Podman', 'overlay', 'rootful'],
  ['podman-rootless', 'Podman', 'overlay', 'rootless'],
] as const)(
  '%s of Debian 13 runs the core of the catalog',
  async ([engine, product, storageDriver, privileges], { skip }) => {
    if (lack !== null) skip(lack)
    const work = mkdtempSync(join(tmpdir(), 'plimsoll-engine-'))
    try {
      const cache = join(work, 'home', '.plimsoll', 'cache')
      mkdirSync(cache, { recursive: true })
      cpSync(base, join(cache, basename(base)))
      const { stderr } = await inDebian(work, engine, [
        ...['run', '--engine', engine.replace(/-.*/, ''), '--workload', ...CORE],
        ...['--scenario', 'native', 'layer', 'volume', 'bind', '--rounds', '1', '--no-rest'],
        ...['--out', '/home/someone/run.json'],
      ])
      const file = join(work, 'home', 'run.json')
      if (!existsSync(file)) throw new Error(stderr)
      const { document } = readRun(readFileSync(file))
      expect(document.engines).toMatchObject([
        { product, effective: { storageDriver: { value: storageDriver }, privileges: { value: privileges } } },
      ])
      expect(document.engines[0]?.version).toMatch(product === 'Podman' ? /^5\./ : /^26\./)
      // Without systemd, no controller is delegated to a rootless engine.
      const ignored = expect.stringContaining('did not apply the limit of 0.5 CPUs')
      expect(document.benchmarks.map(({ workload, scenario, reason }) => [workload, scenario, reason])).toEqual(
        document.benchmarks.map(({ workload, scenario }) => [
          workload,
          scenario,
          workload === 'cpu-limit' && privileges === 'rootless' ? ignored : null,
        ]),
      )
      expect(new Set(document.benchmarks.map(({ workload }) => workload))).toEqual(new Set(CORE))
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  },
)

/** Starts an engine of the tree in mount, network and process namespaces of its own, and calls Plimsoll there. */
function inDebian(work: string, engine: string, args: string[]) {
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--propagation', 'private']
  const options = {
    reject: false,
    stdin: 'ignore',
    extendEnv: false,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  } as const
  return execa('unshare', [...namespaces, 'sh', '-e', SCRIPT, tree, work, REPOSITORY, engine, ...args], options)
}
