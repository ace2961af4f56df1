import type { Engine as EngineDescription } from '@plimsoll/schema'

/** A mount of a container, as asked for. */
export type Mount =
  | { kind: 'volume'; source: string; target: string; readOnly?: boolean }
  | {
      kind: 'bind'
      source: string
      target: string
      readOnly?: boolean
      consistency?: 'cached' | 'delegated' | 'consistent'
    }
  | { kind: 'tmpfs'; target: string }

export interface ContainerOptions {
  name: string
  image: string
  entrypoint: string
  arguments: string[]
  mounts: Mount[]
  labels: Labels
  /** CPUs it may use, for example 0.5; all of them unless said */
  cpus?: number
  /** `host`, or the name of a network; none at all unless said */
  network?: string
  /** variables of the environment, beside the image's own */
  environment?: Readonly<Record<string, string>>
}

/** What an image says of itself. */
export interface ImageConfig {
  /** as in the Dockerfile: a name or number, empty for root */
  user: string
  /** names of the environment variables it sets */
  environment: string[]
}

/** A container that is talked to, line by line, over its standard input and output. */
export interface Conversation {
  send(line: string): void
  /** The next line it prints. @throws Error when it ends or stays silent for `seconds`. */
  next(seconds: number): Promise<string>
  /** End its input and wait until it is gone. */
  close(): Promise<void>
}

/** The machine an engine's containers run in, where that is not the host: its VM, reached outside of any container. */
export interface Machine {
  /** absolute path of a directory on its own disk that may be written */
  readonly directory: string
  /** What the machine calls a directory of the host, or null where it does not share it. */
  pathOf(hostDirectory: string): string | null
  /** Run a program there; arguments reach it as they are, through whatever shell lies between. */
  run(command: string[], signal?: AbortSignal): Promise<ProcessResult>
  /** Copy a host file or directory there, with modes, as `to` (made with its parents). */
  copy(from: string, to: string): Promise<void>
}

/** How long the parts of a container's life took, in ns, by the engine's own clock. */
export interface Lifecycle {
  /** from when it was made until its program began: namespaces, mounts, network */
  start: number
  /** until its program had ended */
  run: number
  /** until it was gone */
  remove: number
}

export type Labels = Readonly<Record<string, string>>

export interface ProcessResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** What the instrument needs of an engine. One implementation per product family lives in the action room. */
export interface ContainerEngine {
  /** unique in a run; named after the product, never after a user's own profile or context */
  readonly id: string
  readonly product: string
  readonly version: string | null
  readonly architecture: 'x64' | 'arm64'
  /** whether this engine shares the host's kernel, that is, has no VM */
  readonly sharesHostKernel: boolean
  /** whether it is on another machine, as far as its address says */
  readonly isElsewhere: boolean
  /** its VM, where there is one that can be reached */
  readonly machine: Machine | null
  /** why it cannot run containers at all (a bare machine), or null */
  readonly noContainers: string | null
  /** Requested and effective configuration; the mount type is filled in by a probe. */
  describe(): Promise<EngineDescription>
  /**
   * Run to the end and return what it printed. The container stays; an aborted one is removed, and so is one that is
   * not done after `seconds`. Never throws for the container's own failure.
   */
  run(options: ContainerOptions, seconds: number, signal?: AbortSignal): Promise<ProcessResult>
  /** Start a container and leave it running. */
  start(options: ContainerOptions): Promise<void>
  /** Start a container and talk to it. */
  converse(options: ContainerOptions): Conversation
  /** What a container has printed so far. */
  output(name: string): Promise<string>
  /** Run a program in a running container. */
  execute(name: string, command: string[]): Promise<ProcessResult>
  /** A container's IPv4 address in a network. */
  address(name: string, network: string): Promise<string>
  /** A bridge network that leads nowhere but to its containers. */
  createNetwork(name: string, labels: Labels): Promise<void>
  /** The command line that makes, starts, waits for and removes a container, as a user would type it. */
  startCommand(options: { name: string; image: string; run: string[]; labels: Labels }): string[]
  /** What the engine's events say of a container that is gone, or null where it keeps none. */
  lifecycle(name: string): Promise<Lifecycle | null>
  /** @param options of the engine's local driver */
  createVolume(name: string, labels: Labels, options?: Readonly<Record<string, string>>): Promise<void>
  /** Copy a host file into a volume, through a container that is never started. */
  fillVolume(volume: string, image: string, files: { from: string; to: string }[], labels: Labels): Promise<void>
  /** Contents of a file of an image, or null. */
  readImageFile(image: string, path: string, labels: Labels): Promise<string | null>
  /** Copy a directory of an image out to a host directory that does not exist yet. */
  copyFromImage(image: string, path: string, to: string, labels: Labels): Promise<void>
  /** `sha256:…` id of an image in this engine, or null when it is not there. */
  imageId(reference: string): Promise<string | null>
  imageConfig(reference: string): Promise<ImageConfig>
  pullImage(reference: string): Promise<boolean>
  /** The command line that pulls an image, as a user would type it; from a registry without TLS on loopback, too. */
  pullCommand(reference: string): string[]
  /** Give an image another name. No error where it is gone. */
  tagImage(id: string, reference: string): Promise<void>
  /** Push an image to the registry its name says. */
  pushImage(reference: string): Promise<void>
  /** Remove a name of an image, and with its last name the image. */
  untagImage(reference: string): Promise<void>
  importImage(tarFile: string, tag: string, labels: Labels): Promise<void>
  buildImage(options: {
    context: string
    /** a file within the context; `Dockerfile` unless said */
    dockerfile?: string
    /** null for the last stage */
    target: string | null
    /** whether nothing may be reused of what was built before */
    anew?: boolean
    tag: string
    arguments: Record<string, string>
    labels: Labels
  }): Promise<void>
  saveImage(tag: string, tarFile: string): Promise<void>
  loadImage(tarFile: string): Promise<void>
  /** Everything labelled ours, of whichever run. */
  listOurs(): Promise<OurThing[]>
  /** Remove things; one that is gone already is no error. */
  remove(things: OurThing[]): Promise<void>
  countRunningContainers(): Promise<number>
}

export interface OurThing {
  kind: 'container' | 'volume' | 'network' | 'image'
  id: string
  /** the run that made it, or null for the image cache */
  run: string | null
}

/** Label on everything made by a run, with the run's id as its value. */
export const RUN_LABEL = 'plimsoll.run'
/** Label on images, which are a cache and outlive the run. */
export const CACHE_LABEL = 'plimsoll.cache'
