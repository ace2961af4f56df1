import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Engine } from '@plimsoll/schema'
import type {
  ContainerEngine,
  ContainerOptions,
  InteractiveProcess,
  LabelledResource,
  Labels,
  Lifecycle,
  Machine,
  ProcessResult,
  StartOptions,
} from '../engine.ts'
import { Problem } from '../problem.ts'
import { startInteractive } from '../sample/interactive-process.ts'
import { listLabelledObjects, REMOVE_CONTAINER, removeObjects } from './cleanup.ts'
import { readLifecycle } from './container-events.ts'
import { containerFlags, ISOLATED, labelFlags, mountFlag } from './container-flags.ts'
import { EngineCommand, lines } from './engine-command.ts'
import { ImageCli, type ImageCliOptions } from './image-cli.ts'

/** The properties of a container engine that a file of `engines/` found. */
export interface ContainerCliOptions extends ImageCliOptions {
  id: string
  product: string
  version: string | null
  architecture: 'x64' | 'arm64'
  sharesHostKernel: boolean
  /** whether the engine is on another machine; absent if it is on this one */
  isRemote?: boolean
  /** the program and its leading arguments, for example `['docker', '--context', 'colima']` */
  command: [string, ...string[]]
  /**
   * the arguments of `events` that print recent events as JSON lines and then exit: the events of the last minutes
   * before a time (ms since 1970)
   */
  eventFlags: (until: number) => string[]
  /** the leading arguments of `run` that this engine needs on this machine */
  runFlags?: string[]
  /** the arguments of `run` that a container in a network without a way out needs, too */
  networkFlags?: readonly string[]
  /** returns why its containers cannot reach each other, as a sentence; null, or absent, if nothing says so */
  networkProblem?: () => Promise<string | null>
  /** the VM that the engine runs in, if there is one that Plimsoll can reach */
  machine?: Machine | null
  /** why the engine cannot run containers at all; null or absent if it can */
  noContainers?: string | null
  description: Engine
}

/** An engine with a command line compatible with docker: docker with any context, or podman. */
export class ContainerCli extends ImageCli implements ContainerEngine {
  readonly id: string
  readonly product: string
  readonly version: string | null
  readonly architecture: 'x64' | 'arm64'
  readonly sharesHostKernel: boolean
  readonly isRemote: boolean
  readonly machine: Machine | null
  readonly noContainers: string | null
  readonly #options: ContainerCliOptions

  constructor(options: ContainerCliOptions) {
    super(new EngineCommand(options.command, options.product), options)
    this.id = options.id
    this.product = options.product
    this.version = options.version
    this.architecture = options.architecture
    this.sharesHostKernel = options.sharesHostKernel
    this.isRemote = options.isRemote ?? false
    this.machine = options.machine ?? null
    this.noContainers = options.noContainers ?? null
    this.#options = options
  }

  async describe(): Promise<Engine> {
    return structuredClone(this.#options.description)
  }

  /** Docker makes its default network `bridge` anew at each start. Podman's engine runs only while it is called. */
  async startedAt(): Promise<Date | null> {
    const { exitCode, stdout } = await this.command.call([
      'network',
      'inspect',
      '--format',
      '{{json .Created}}',
      'bridge',
    ])
    const time = exitCode === 0 ? Date.parse(stdout.trim().replaceAll('"', '')) : Number.NaN
    return Number.isNaN(time) ? null : new Date(time)
  }

  async run(options: ContainerOptions, seconds: number, signal?: AbortSignal): Promise<ProcessResult> {
    const result = await this.command.call(['run', ...this.#runFlags(options)], { seconds, signal })
    if (signal?.aborted || result.timedOut) await this.command.call([...REMOVE_CONTAINER, options.name])
    return result
  }

  async start(options: ContainerOptions): Promise<void> {
    await this.command.must(['run', '--detach', ...this.#runFlags(options)], 'start a container')
  }

  startInteractive(options: ContainerOptions): InteractiveProcess {
    const [program, ...before] = this.command.argv
    return startInteractive([program, ...before, 'run', '--interactive', ...this.#runFlags(options)])
  }

  async output(name: string): Promise<string> {
    const { stdout, stderr } = await this.command.call(['logs', name])
    return stdout + stderr
  }

  execute(name: string, command: string[]): Promise<ProcessResult> {
    return this.command.call(['exec', name, ...command])
  }

  startCommand({ name, image, run, labels, isIsolated }: StartOptions): string[] {
    const [program = '', ...args] = run
    const flags = ['--rm', '--pull=never', '--name', name, ...(this.#options.runFlags ?? []), ...labelFlags(labels)]
    if (isIsolated) flags.push(...ISOLATED)
    return [...this.command.argv, 'run', ...flags, '--entrypoint', program, image, ...args]
  }

  async lifecycle(name: string): Promise<Lifecycle | null> {
    // The client may return shortly before the engine emits the event of the container's removal.
    for (let tries = 0; tries < 5; tries++) {
      const flags = this.#options.eventFlags(Date.now())
      const { stdout } = await this.command.call(['events', ...flags, '--filter', `container=${name}`])
      const phases = readLifecycle(stdout)
      if (phases) return phases
      await setTimeout(200)
    }
    return null
  }

  async countRunningContainers(): Promise<number> {
    return lines((await this.command.call(['ps', '--quiet'])).stdout).length
  }

  async address(name: string, network: string): Promise<string> {
    const format = `{{(index .NetworkSettings.Networks "${network}").IPAddress}}`
    const { stdout } = await this.command.must(['inspect', '--format', format, name], "read a container's address")
    const address = stdout.trim()
    // If a container has no address, older docker clients print nothing, and Docker 29 prints `invalid IP`.
    if (!isIP(address))
      throw new Problem(
        3,
        `${this.product} reports no address of the container ${name}. See \`${this.command.argv.join(' ')} logs ${name}\`.`,
      )
    return address
  }

  async createNetwork(name: string, labels: Labels): Promise<void> {
    const problem = await this.#options.networkProblem?.()
    if (problem) throw new Problem(3, problem)
    await this.command.must(['network', 'create', '--internal', ...labelFlags(labels), name], 'create a network')
  }

  async createVolume(name: string, labels: Labels, options: Readonly<Record<string, string>> = {}): Promise<void> {
    const driver = Object.entries(options).flatMap(([option, value]) => ['--opt', `${option}=${value}`])
    await this.command.must(['volume', 'create', ...driver, ...labelFlags(labels), name], 'create a volume')
  }

  async fillVolume(
    volume: string,
    image: string,
    files: { from: string; to: string }[],
    labels: Labels,
  ): Promise<void> {
    const mount = mountFlag({ kind: 'volume', source: volume, target: '/.plimsoll-fill' })
    await this.withIdleContainer(image, labels, ['--mount', mount], async (id) => {
      for (const { from, to } of files)
        await this.command.must(['cp', from, `${id}:/.plimsoll-fill/${to}`], 'copy a file into a volume')
    })
  }

  async listLabelled(): Promise<LabelledResource[]> {
    return this.noContainers ? [] : listLabelledObjects(this.command)
  }

  remove(things: LabelledResource[]): Promise<void> {
    return removeObjects(this.command, things)
  }

  #runFlags(options: ContainerOptions): string[] {
    const { runFlags = [], networkFlags = [] } = this.#options
    const isInside = !['default', 'host', undefined].includes(options.network)
    return containerFlags(options, [...runFlags, ...(isInside ? networkFlags : [])], this.machine)
  }
}
