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
  /** Requested and effective configuration; the mount type is filled in by a probe. */
  describe(): Promise<EngineDescription>
  /** Run to the end and return what it printed. The container stays; an aborted one is removed. Never throws for the container's own failure. */
  run(options: ContainerOptions, signal?: AbortSignal): Promise<ProcessResult>
  /** The command line that makes, starts, waits for and removes a container, as a user would type it. */
  startCommand(options: { name: string; image: string; run: string[]; labels: Labels }): string[]
  /** What the engine's events say of a container that is gone, or null where it keeps none. */
  lifecycle(name: string): Promise<Lifecycle | null>
  createVolume(name: string, labels: Labels): Promise<void>
  /** Copy a host file into a volume, through a container that is never started. */
  fillVolume(volume: string, image: string, files: { from: string; to: string }[], labels: Labels): Promise<void>
  /** Contents of a file of an image, or null. */
  readImageFile(image: string, path: string, labels: Labels): Promise<string | null>
  /** `sha256:…` id of an image in this engine, or null when it is not there. */
  imageId(reference: string): Promise<string | null>
  pullImage(reference: string): Promise<boolean>
  importImage(tarFile: string, tag: string, labels: Labels): Promise<void>
  buildImage(options: {
    context: string
    target: string
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
  kind: 'container' | 'volume' | 'image'
  id: string
  /** the run that made it, or null for the image cache */
  run: string | null
}

/** Label on everything made by a run, with the run's id as its value. */
export const RUN_LABEL = 'plimsoll.run'
/** Label on images, which are a cache and outlive the run. */
export const CACHE_LABEL = 'plimsoll.cache'
