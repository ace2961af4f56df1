import type { Engine as EngineDescription } from '@plimsoll/schema'

/** A mount of a container, as requested. */
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
  /** The program. Null for the image's own. */
  entrypoint: string | null
  arguments: string[]
  mounts: Mount[]
  labels: Labels
  /** The IPv4 addresses of other hosts, by their names. */
  hosts?: Readonly<Record<string, string>>
  /** The number of CPUs that the container may use, for example 0.5. There is no limit by default. */
  cpus?: number
  /** `host`, `default` for the engine's default, or the name of a network. A container has no network by default. */
  network?: string
  /** Environment variables, in addition to those of the image. */
  environment?: Readonly<Record<string, string>>
}

/** The configuration recorded in an image. */
export interface ImageConfig {
  /** The USER as in the Dockerfile: a name or a number. Empty for root. */
  user: string
  /** The names of the image's environment variables. */
  environment: string[]
  /** The paths that a VOLUME of the Dockerfile names. */
  volumes: string[]
}

/** A container that exchanges lines over its standard input and output. */
export interface InteractiveProcess {
  send(line: string): void
  /**
   * Returns the next line of output.
   * @throws Error if the container ends, or prints nothing for `seconds`
   */
  next(seconds: number): Promise<string>
  /** Closes the container's input and waits until the container is gone. */
  close(): Promise<void>
}

/** The VM of an engine, reached directly, outside any container. */
export interface Machine {
  /** The absolute path of a writable directory on the VM's own disk. */
  readonly directory: string
  /** Returns the VM's path of a directory of the host, or null if the VM does not share it. */
  translatePath(hostDirectory: string): string | null
  /** Runs a program in the VM. The arguments arrive unchanged, even through a shell. */
  run(command: string[], signal?: AbortSignal): Promise<ProcessResult>
  /** Copies a host file or directory with its modes to `to` in the VM. Creates the parents of `to`. */
  copy(from: string, to: string): Promise<void>
}

/** The durations of the phases of a container's life, in ns, by the engine's own clock. */
export interface Lifecycle {
  /** The time from the container's creation until its program starts: namespaces, mounts, network. */
  start: number
  /** The time from the start of the program until the program has ended. */
  run: number
  /** The time from the end of the program until the container is removed. */
  remove: number
}

export type Labels = Readonly<Record<string, string>>

export interface ProcessResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** A container that a user would start with the engine's command. */
export interface StartOptions {
  name: string
  image: string
  /** the program and its arguments */
  run: string[]
  labels: Labels
  /** whether the container runs a project's code, and so gets no network and no settings of the user */
  isIsolated: boolean
}

/**
 * The operations that Plimsoll needs from a container engine. The files of `engines/` implement it, once per product
 * family.
 */
export interface ContainerEngine {
  /** The engine's id, unique in a run. It is named after the product, never after a user's profile or context. */
  readonly id: string
  readonly product: string
  readonly version: string | null
  readonly architecture: 'x64' | 'arm64'
  /** Whether this engine shares the host's kernel. An engine with a VM does not. */
  readonly sharesHostKernel: boolean
  /** Whether the engine runs on another host, judging by the engine's address. */
  readonly isRemote: boolean
  /** The engine's VM. Null if it has none, or none that can be reached. */
  readonly machine: Machine | null
  /** Why the engine (a bare VM) cannot run containers at all. Null if it can. */
  readonly noContainers: string | null
  /** Returns the requested and the effective configuration. A probe adds the mount type later. */
  describe(): Promise<EngineDescription>
  /** Returns the time at which the engine was started. Null if it is not known. */
  startedAt(): Promise<Date | null>
  /**
   * Runs a container to its end and returns its output. The container is kept, unless it is aborted or takes longer
   * than `seconds`. In these two cases it is removed. Never throws for a failure of the container itself.
   */
  run(options: ContainerOptions, seconds: number, signal?: AbortSignal): Promise<ProcessResult>
  /** Starts a container and leaves it running. */
  start(options: ContainerOptions): Promise<void>
  /** Starts a container and returns a handle for exchanging lines with it. */
  startInteractive(options: ContainerOptions): InteractiveProcess
  /** Returns the output of a container so far. */
  output(name: string): Promise<string>
  /** Runs a program in a running container. */
  execute(name: string, command: string[]): Promise<ProcessResult>
  /** Returns a container's IPv4 address in a network. */
  address(name: string, network: string): Promise<string>
  /** Creates a bridge network that connects containers only to each other. */
  createNetwork(name: string, labels: Labels): Promise<void>
  /** Returns the command line that creates, starts, waits for and removes a container, as a user would type it. */
  startCommand(options: StartOptions): string[]
  /** Returns the phases of a removed container from the engine's events, or null if the engine keeps no events. */
  lifecycle(name: string): Promise<Lifecycle | null>
  /**
   * Creates a volume.
   * @param options of the engine's local driver
   */
  createVolume(name: string, labels: Labels, options?: Readonly<Record<string, string>>): Promise<void>
  /** Copies host files into a volume. The copy goes through a container that is never started. */
  fillVolume(volume: string, image: string, files: { from: string; to: string }[], labels: Labels): Promise<void>
  /** Returns the contents of a file of an image. Null if the image has no such file. */
  readImageFile(image: string, path: string, labels: Labels): Promise<string | null>
  /** Copies a directory of an image to a host directory that does not exist yet. */
  copyFromImage(image: string, path: string, to: string, labels: Labels): Promise<void>
  /** Returns an image of this engine. Null if the image is missing. */
  image(reference: string): Promise<EngineImage | null>
  /** Returns an image of this engine with this content, whatever its name. Null if there is none. */
  imageWithContent(content: string): Promise<EngineImage | null>
  imageConfig(reference: string): Promise<ImageConfig>
  /** Pulls an image. Returns null; if the pull fails, the engine's reason, as one line. */
  pullImage(reference: string): Promise<string | null>
  /**
   * Returns the command line that pulls an image, as a user would type it. The command also works for a registry
   * without TLS on loopback.
   */
  pullCommand(reference: string): string[]
  /** Makes an image of a stopped container's layer, without its volumes. */
  commitContainer(name: string, tag: string): Promise<void>
  /** Gives an image another name. It is not an error if the image is gone. */
  tagImage(id: string, reference: string): Promise<void>
  /** Pushes an image to the registry that the image's name contains. */
  pushImage(reference: string): Promise<void>
  /** Removes a name of an image. Removing the last name also removes the image. */
  untagImage(reference: string): Promise<void>
  importImage(tarFile: string, tag: string, labels: Labels): Promise<void>
  buildImage(options: {
    context: string
    /** The path of the Dockerfile within the context. The default is `Dockerfile`. */
    dockerfile?: string
    /** The stage of the Dockerfile to build. Null for the last stage. */
    target: string | null
    /** The builds whose layers may be used. By default, any layer of the engine's cache may be used. */
    layersOf?: BuildGroup
    tag: string
    arguments: Record<string, string>
    labels: Labels
  }): Promise<void>
  saveImage(reference: string, tarFile: string): Promise<void>
  loadImage(tarFile: string): Promise<void>
  /** Lists everything that any run of Plimsoll has created and labelled. */
  listLabelled(): Promise<LabelledResource[]>
  /** Removes things. It is not an error if a thing is already gone. */
  remove(things: LabelledResource[]): Promise<void>
  countRunningContainers(): Promise<number>
}

/** An image in an engine. */
export interface EngineImage {
  /** A handle, `sha256:…`, that only this engine knows. Another engine may have the same image under another id. */
  id: string
  /** The digest of the image's content, the same in every engine. */
  content: string
}

/** Builds that share their equal layers with each other, but use no layer that is older than the group. */
export interface BuildGroup {
  /** A name that no other group has, in letters and digits. */
  name: string
  /** The tags of the images that the group has built in the engine so far. */
  images: readonly string[]
}

export interface LabelledResource {
  kind: 'container' | 'volume' | 'network' | 'image'
  id: string
  /** The run that created the resource. Null for the image cache. */
  run: string | null
  /** The process of the run, as `runOwner` returns it. */
  owner?: string
}

/** The label on everything that a run creates. The label's value is the run's id. */
export const RUN_LABEL = 'plimsoll.run'
/** The label beside `RUN_LABEL`, which `labelFlags` adds. Its value is the process of the run, as `runOwner` returns it. */
export const OWNER_LABEL = 'plimsoll.owner'
/** The label on images. Images are a cache and outlive the run. */
export const CACHE_LABEL = 'plimsoll.cache'
