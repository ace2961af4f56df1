import { setTimeout } from 'node:timers/promises'
import type { Engine } from '@plimsoll/schema'
import {
  CACHE_LABEL,
  type ContainerEngine,
  type ContainerOptions,
  type Labels,
  type Lifecycle,
  type Mount,
  type OurThing,
  Problem,
  type ProcessResult,
  RUN_LABEL,
} from '@plimsoll/workloads'
import { execa } from 'execa'
import { readLifecycle } from './events.ts'

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
  description: Engine
}

/** An engine behind a command line that speaks docker's language: docker itself, whatever its context leads to, and podman. */
export class ContainerCli implements ContainerEngine {
  readonly id: string
  readonly product: string
  readonly version: string | null
  readonly architecture: 'x64' | 'arm64'
  readonly sharesHostKernel: boolean
  readonly #options: ContainerCliOptions

  constructor(options: ContainerCliOptions) {
    this.id = options.id
    this.product = options.product
    this.version = options.version
    this.architecture = options.architecture
    this.sharesHostKernel = options.sharesHostKernel
    this.#options = options
  }

  async describe(): Promise<Engine> {
    return structuredClone(this.#options.description)
  }

  async run(options: ContainerOptions, signal?: AbortSignal): Promise<ProcessResult> {
    const args = [
      'run',
      '--pull=never',
      '--network=none',
      '--name',
      options.name,
      ...(this.#options.runFlags ?? []),
      ...labelFlags(options.labels),
      ...(options.cpus === undefined ? [] : ['--cpus', String(options.cpus)]),
      ...options.mounts.flatMap((mount) => ['--mount', mountFlag(mount)]),
      '--entrypoint',
      options.entrypoint,
      options.image,
      ...options.arguments,
    ]
    const result = await this.#call(args, signal)
    if (signal?.aborted) await this.#call(['rm', '--force', options.name])
    return result
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

  async createVolume(name: string, labels: Labels): Promise<void> {
    await this.#must(['volume', 'create', ...labelFlags(labels), name], 'make a volume')
  }

  async fillVolume(
    volume: string,
    image: string,
    files: { from: string; to: string }[],
    labels: Labels,
  ): Promise<void> {
    const mount = mountFlag({ kind: 'volume', source: volume, target: '/fill' })
    await this.#withIdleContainer(image, labels, ['--mount', mount], async (id) => {
      for (const { from, to } of files) await this.#must(['cp', from, `${id}:/fill/${to}`], 'copy a file into a volume')
    })
  }

  async readImageFile(image: string, path: string, labels: Labels): Promise<string | null> {
    return this.#withIdleContainer(image, labels, [], async (id) => {
      const [program, ...before] = this.#options.command
      // `cp … -` writes a tar; tar unpacks the one file of it to its output.
      const copy = execa(program, [...before, 'cp', `${id}:${path}`, '-'], {
        reject: false,
        stdin: 'ignore',
        encoding: 'buffer',
        maxBuffer: 100_000_000,
      })
      const file = await copy.pipe('tar', ['-xOf', '-'], { reject: false, maxBuffer: 100_000_000 })
      return file.failed ? null : String(file.stdout)
    })
  }

  async imageId(reference: string): Promise<string | null> {
    const { exitCode, stdout } = await this.#call(['image', 'inspect', '--format', '{{.Id}}', reference])
    const id = stdout.trim()
    if (exitCode !== 0 || id === '') return null
    return id.startsWith('sha256:') ? id : `sha256:${id}`
  }

  async pullImage(reference: string): Promise<boolean> {
    return (await this.#call(['pull', '--quiet', reference])).exitCode === 0
  }

  async importImage(tarFile: string, tag: string, labels: Labels): Promise<void> {
    const changes = Object.entries(labels).flatMap(([name, value]) => ['--change', `LABEL ${name}=${value}`])
    await this.#must(['import', ...changes, tarFile, tag], 'import the base image')
  }

  async buildImage(options: Parameters<ContainerEngine['buildImage']>[0]): Promise<void> {
    const args = Object.entries(options.arguments).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
    const labels = labelFlags(options.labels)
    await this.#must(
      ['build', '--pull=false', '--target', options.target, '--tag', options.tag, ...labels, ...args, options.context],
      'build an image',
    )
  }

  async saveImage(tag: string, tarFile: string): Promise<void> {
    await this.#must(['save', '--output', tarFile, tag], 'save an image')
  }

  async loadImage(tarFile: string): Promise<void> {
    await this.#must(['load', '--input', tarFile], 'load an image')
  }

  async listOurs(): Promise<OurThing[]> {
    const [containers, volumes, images] = await Promise.all([
      this.#list('container', ['ps', '--all', '--format', `{{.ID}}`], RUN_LABEL),
      this.#list('volume', ['volume', 'ls', '--format', '{{.Name}}'], RUN_LABEL),
      this.#list('image', ['images', '--format', '{{.ID}}'], CACHE_LABEL),
    ])
    const idle = await this.#list('container', ['ps', '--all', '--format', '{{.ID}}'], CACHE_LABEL)
    return [...containers, ...idle, ...volumes, ...images]
  }

  async remove(things: OurThing[]): Promise<void> {
    const of = (kind: OurThing['kind']) => things.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
    // Containers first: a volume or an image in use cannot be removed.
    for (const [kind, command] of [
      ['container', ['rm', '--force']],
      ['volume', ['volume', 'rm', '--force']],
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
    const ids = [...new Set(lines((await this.#call([...args, '--filter', `label=${label}`])).stdout))]
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

  async #must(args: string[], what: string): Promise<ProcessResult> {
    const result = await this.#call(args)
    if (result.exitCode === 0) return result
    const said = lines(result.stderr).at(-1) ?? `exit code ${result.exitCode}`
    throw new Problem(3, `${this.product} could not ${what}: ${said}`, { cause: result })
  }

  async #call(args: string[], signal?: AbortSignal): Promise<ProcessResult> {
    const [program, ...before] = this.#options.command
    // The classic builder is named, because a docker client without buildx prints a warning for not being told.
    const environment = args[0] === 'build' && program === 'docker' ? await builder(program, before) : {}
    const result = await execa(program, [...before, ...args], {
      reject: false,
      stdin: 'ignore',
      maxBuffer: 100_000_000,
      env: environment,
      ...(signal && { cancelSignal: signal }),
    })
    return {
      exitCode: result.exitCode ?? 1,
      stdout: result.stdout,
      stderr: result.stderr || (result.failed ? (result.shortMessage ?? '') : ''),
    }
  }
}

async function builder(program: string, before: string[]): Promise<Record<string, string>> {
  const buildx = await execa(program, [...before, 'buildx', 'version'], { reject: false, stdin: 'ignore' })
  return buildx.failed ? { DOCKER_BUILDKIT: '0' } : {}
}

function labelFlags(labels: Labels): string[] {
  return Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`])
}

/** `--mount` takes one line of CSV, so a path with a comma or a quote has to be quoted. */
function mountFlag(mount: Mount): string {
  const fields = [
    `type=${mount.kind}`,
    ...(mount.kind === 'tmpfs' ? [] : [`source=${mount.source}`]),
    `target=${mount.target}`,
    ...(mount.kind === 'bind' && mount.consistency ? [`consistency=${mount.consistency}`] : []),
    ...(mount.kind !== 'tmpfs' && mount.readOnly ? ['ro'] : []),
  ]
  return fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
