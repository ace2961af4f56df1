import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Engine } from '@plimsoll/schema'
import {
  CACHE_LABEL,
  type ContainerEngine,
  type ContainerOptions,
  type Conversation,
  converse,
  describeEnd,
  type ImageConfig,
  type Labels,
  type Lifecycle,
  type Machine,
  type OurThing,
  Problem,
  type ProcessResult,
  RUN_LABEL,
} from '@plimsoll/workloads'
import { execa } from 'execa'

import { readLifecycle } from './events.ts'
import { containerFlags, labelFlags, mountFlag } from './flags.ts'

/** What a product file tells about the engine it found. */
export interface ContainerCliOptions {
  id: string
  product: string
  version: string | null
  architecture: 'x64' | 'arm64'
  sharesHostKernel: boolean
  /** the program and its leading arguments, for example `['docker', '--context', 'colima']` */
  command: [string, ...string[]]
  /** how `events` is asked for the last minutes up to a time (ms since 1970), as JSON lines, without waiting for more */
  eventFlags: (until: number) => string[]
  /** leading arguments of `run` that this engine needs on this machine */
  runFlags?: string[]
  /** leading arguments of `pull` and `push` that let a registry on loopback do without TLS */
  registryFlags?: string[]
  /** leading arguments of `build` */
  buildFlags?: string[]
  /** its VM, where there is one that can be reached */
  machine?: Machine | null
  /** why it cannot run containers at all */
  noContainers?: string | null
  description: Engine
}

/** No call may hang the run: an engine that was asked for something small and has not answered by then will not. */
const PATIENCE = 120
const BUILD_PATIENCE = 3600

/** An engine behind a command line that speaks docker's language: docker itself, whatever its context leads to, and podman. */
export class ContainerCli implements ContainerEngine {
  readonly id: string
  readonly product: string
  readonly version: string | null
  readonly architecture: 'x64' | 'arm64'
  readonly sharesHostKernel: boolean
  readonly machine: Machine | null
  readonly noContainers: string | null
  readonly #options: ContainerCliOptions

  constructor(options: ContainerCliOptions) {
    this.id = options.id
    this.product = options.product
    this.version = options.version
    this.architecture = options.architecture
    this.sharesHostKernel = options.sharesHostKernel
    this.machine = options.machine ?? null
    this.noContainers = options.noContainers ?? null
    this.#options = options
  }

  async describe(): Promise<Engine> {
    return structuredClone(this.#options.description)
  }

  async run(options: ContainerOptions, seconds: number, signal?: AbortSignal): Promise<ProcessResult> {
    const result = await this.#call(['run', ...this.#runFlags(options)], { seconds, signal })
    if (signal?.aborted || result.timedOut) await this.#call(['rm', '--force', options.name])
    return result
  }

  async start(options: ContainerOptions): Promise<void> {
    await this.#must(['run', '--detach', ...this.#runFlags(options)], 'start a container')
  }

  converse(options: ContainerOptions): Conversation {
    const [program, ...before] = this.#options.command
    return converse([program, ...before, 'run', '--interactive', ...this.#runFlags(options)])
  }

  async output(name: string): Promise<string> {
    return (await this.#call(['logs', name])).stdout
  }

  execute(name: string, command: string[]): Promise<ProcessResult> {
    return this.#call(['exec', name, ...command])
  }

  async address(name: string, network: string): Promise<string> {
    const format = `{{(index .NetworkSettings.Networks "${network}").IPAddress}}`
    const { stdout } = await this.#must(['inspect', '--format', format, name], "read a container's address")
    return stdout.trim()
  }

  async createNetwork(name: string, labels: Labels): Promise<void> {
    await this.#must(['network', 'create', '--internal', ...labelFlags(labels), name], 'make a network')
  }

  startCommand({ name, image, run, labels }: { name: string; image: string; run: string[]; labels: Labels }): string[] {
    const [program = '', ...args] = run
    const flags = ['--rm', '--pull=never', '--name', name, ...(this.#options.runFlags ?? []), ...labelFlags(labels)]
    return [...this.#options.command, 'run', ...flags, '--entrypoint', program, image, ...args]
  }

  async lifecycle(name: string): Promise<Lifecycle | null> {
    // The client may return a moment before the engine has told of the removal.
    for (let tries = 0; tries < 5; tries++) {
      const flags = this.#options.eventFlags(Date.now())
      const { stdout } = await this.#call(['events', ...flags, '--filter', `container=${name}`])
      const phases = readLifecycle(stdout)
      if (phases) return phases
      await setTimeout(200)
    }
    return null
  }

  async createVolume(name: string, labels: Labels, options: Readonly<Record<string, string>> = {}): Promise<void> {
    const driver = Object.entries(options).flatMap(([option, value]) => ['--opt', `${option}=${value}`])
    await this.#must(['volume', 'create', ...driver, ...labelFlags(labels), name], 'make a volume')
  }

  async fillVolume(
    volume: string,
    image: string,
    files: { from: string; to: string }[],
    labels: Labels,
  ): Promise<void> {
    const mount = mountFlag({ kind: 'volume', source: volume, target: '/.plimsoll-fill' })
    await this.#withIdleContainer(image, labels, ['--mount', mount], async (id) => {
      for (const { from, to } of files)
        await this.#must(['cp', from, `${id}:/.plimsoll-fill/${to}`], 'copy a file into a volume')
    })
  }

  async readImageFile(image: string, path: string, labels: Labels): Promise<string | null> {
    return this.#withIdleContainer(image, labels, [], async (id) => {
      // `cp … -` writes a tar; tar unpacks the one file of it to its output.
      const copy = execa(...this.#tarOf(id, path))
      const file = await copy.pipe('tar', ['-xOf', '-'], { reject: false, maxBuffer: 100_000_000 })
      return file.failed ? null : String(file.stdout)
    })
  }

  async copyFromImage(image: string, path: string, to: string, labels: Labels): Promise<void> {
    await this.#withIdleContainer(image, labels, [], (id) =>
      this.#must(['cp', `${id}:${path}`, to], `copy ${path} out of an image`),
    )
  }

  async imageId(reference: string): Promise<string | null> {
    const { exitCode, stdout } = await this.#call(['image', 'inspect', '--format', '{{.Id}}', reference])
    const id = stdout.trim()
    if (exitCode !== 0 || id === '') return null
    return id.startsWith('sha256:') ? id : `sha256:${id}`
  }

  async imageConfig(reference: string): Promise<ImageConfig> {
    const args = ['image', 'inspect', '--format', '{{json .Config}}', reference]
    const { stdout } = await this.#must(args, `look at the image ${reference}`)
    const config = JSON.parse(stdout) as { User?: string; Env?: string[] | null }
    const environment = (config.Env ?? []).map((entry) => entry.slice(0, entry.indexOf('=')))
    return { user: config.User ?? '', environment }
  }

  async pullImage(reference: string): Promise<boolean> {
    return (await this.#call(['pull', '--quiet', reference], { seconds: BUILD_PATIENCE })).exitCode === 0
  }

  pullCommand(reference: string): string[] {
    return [...this.#options.command, 'pull', '--quiet', ...(this.#options.registryFlags ?? []), reference]
  }

  async tagImage(id: string, reference: string): Promise<void> {
    await this.#call(['tag', id, reference])
  }

  async pushImage(reference: string): Promise<void> {
    const flags = this.#options.registryFlags ?? []
    await this.#must(['push', ...flags, reference], 'push an image', BUILD_PATIENCE)
  }

  async untagImage(reference: string): Promise<void> {
    await this.#call(['rmi', reference])
  }

  async importImage(tarFile: string, tag: string, labels: Labels): Promise<void> {
    const changes = Object.entries(labels).flatMap(([name, value]) => ['--change', `LABEL ${name}=${value}`])
    await this.#must(['import', ...changes, tarFile, tag], 'import the base image', BUILD_PATIENCE)
  }

  async buildImage(options: Parameters<ContainerEngine['buildImage']>[0]): Promise<void> {
    const args = Object.entries(options.arguments).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
    const target = options.target === null ? [] : ['--target', options.target]
    const file = options.dockerfile ? ['--file', join(options.context, options.dockerfile)] : []
    const own = this.#options.buildFlags ?? []
    const flags = [
      ...own,
      '--pull=false',
      '--force-rm',
      ...(options.anew ? ['--no-cache'] : []),
      ...target,
      ...file,
      '--tag',
      options.tag,
      ...labelFlags(options.labels),
      ...args,
    ]
    await this.#must(['build', ...flags, options.context], 'build an image', BUILD_PATIENCE)
  }

  async saveImage(tag: string, tarFile: string): Promise<void> {
    await this.#must(['save', '--output', tarFile, tag], 'save an image', BUILD_PATIENCE)
  }

  async loadImage(tarFile: string): Promise<void> {
    await this.#must(['load', '--input', tarFile], 'load an image', BUILD_PATIENCE)
  }

  async listOurs(): Promise<OurThing[]> {
    if (this.noContainers) return []
    const all = await Promise.all([
      this.#list('container', ['ps', '--all', '--format', '{{.ID}}'], RUN_LABEL),
      this.#list('container', ['ps', '--all', '--format', '{{.ID}}'], CACHE_LABEL),
      this.#list('volume', ['volume', 'ls', '--format', '{{.Name}}'], RUN_LABEL),
      this.#list('network', ['network', 'ls', '--format', '{{.Name}}'], RUN_LABEL),
      this.#list('image', ['images', '--format', '{{.ID}}'], CACHE_LABEL),
    ])
    return all.flat()
  }

  async remove(things: OurThing[]): Promise<void> {
    const of = (kind: OurThing['kind']) => things.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
    // Containers first: what is in use cannot be removed.
    for (const [kind, command] of [
      ['container', ['rm', '--force']],
      ['volume', ['volume', 'rm', '--force']],
      ['network', ['network', 'rm']],
      ['image', ['rmi', '--force']],
    ] as const) {
      const ids = of(kind)
      if (ids.length > 0) await this.#call([...command, ...ids])
    }
  }

  async countRunningContainers(): Promise<number> {
    return lines((await this.#call(['ps', '--quiet'])).stdout).length
  }

  /** One listing, with the run each thing belongs to read from its label. */
  async #list(kind: OurThing['kind'], args: string[], label: string): Promise<OurThing[]> {
    const { stdout } = await this.#must([...args, '--filter', `label=${label}`], 'list what is there')
    const ids = [...new Set(lines(stdout))]
    if (label === CACHE_LABEL || ids.length === 0) return ids.map((id) => ({ kind, id, run: null }))
    const format = kind === 'container' ? `{{index .Config.Labels "${label}"}}` : `{{index .Labels "${label}"}}`
    return Promise.all(
      ids.map(async (id) => ({
        kind,
        id,
        run: (await this.#call([kind, 'inspect', '--format', format, id])).stdout.trim() || null,
      })),
    )
  }

  async #withIdleContainer<T>(
    image: string,
    labels: Labels,
    flags: string[],
    use: (id: string) => Promise<T>,
  ): Promise<T> {
    const { stdout } = await this.#must(
      ['create', '--pull=never', '--network=none', ...labelFlags(labels), ...flags, image, '/never-started'],
      'make a container',
    )
    const id = lines(stdout).at(-1) as string
    try {
      return await use(id)
    } finally {
      await this.#call(['rm', '--force', id])
    }
  }

  #runFlags(options: ContainerOptions): string[] {
    return containerFlags(options, this.#options.runFlags ?? [], this.machine)
  }

  #tarOf(container: string, path: string) {
    const [program, ...before] = this.#options.command
    const options = { reject: false, stdin: 'ignore', encoding: 'buffer', maxBuffer: 100_000_000 } as const
    return [program, [...before, 'cp', `${container}:${path}`, '-'], options] as const
  }

  async #must(args: string[], what: string, seconds?: number): Promise<ProcessResult> {
    const result = await this.#call(args, { seconds })
    if (result.exitCode === 0) return result
    const said = lines(result.stderr).at(-1) ?? `exit code ${result.exitCode}`
    throw new Problem(3, `${this.product} could not ${what}: ${said}`, { cause: result })
  }

  async #call(
    args: string[],
    { seconds = PATIENCE, signal }: { seconds?: number | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<ProcessResult & { timedOut: boolean }> {
    const [program, ...before] = this.#options.command
    // The classic builder is named, because a docker client without buildx prints a warning for not being told.
    const environment = args[0] === 'build' && program === 'docker' ? await builder(program, before) : {}
    const result = await execa(program, [...before, ...args], {
      reject: false,
      stdin: 'ignore',
      maxBuffer: 100_000_000,
      env: environment,
      timeout: seconds * 1000,
      ...(signal && { cancelSignal: signal }),
    })
    const late = `${this.product} did not answer within ${seconds} s`
    return {
      exitCode: result.exitCode ?? 1,
      stdout: result.stdout,
      stderr: result.timedOut ? late : result.stderr || (result.failed ? describeEnd(result) : ''),
      timedOut: result.timedOut,
    }
  }
}

async function builder(program: string, before: string[]): Promise<Record<string, string>> {
  const buildx = await execa(program, [...before, 'buildx', 'version'], { reject: false, stdin: 'ignore' })
  return buildx.failed ? { DOCKER_BUILDKIT: '0' } : {}
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
