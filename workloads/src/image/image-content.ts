import { createHash } from 'node:crypto'

/** An image, as `image inspect` of docker and podman prints it: the fields that its content has. */
export interface InspectedImage {
  Id: string
  Architecture: string
  RootFS: { Layers?: string[] | null }
  Config?: ImageConfiguration | null
}

interface ImageConfiguration {
  User?: string
  Env?: string[] | null
  Entrypoint?: string[] | null
  Cmd?: string[] | null
  WorkingDir?: string
  Volumes?: object | null
  StopSignal?: string
}

/**
 * The digest of what containers get from an image: its architecture, its layers in their order, and the parts of its
 * configuration that affect a container of Plimsoll. Health checks do not: they are turned off, and Podman drops them
 * from images of the OCI format. Images with the same content have the same digest in every engine. Their ids may differ:
 * the id is a digest of the configuration, or of the manifest where Docker uses containerd's image store.
 */
export function imageContent({ Architecture, RootFS, Config }: InspectedImage): string {
  const { User, Env, Entrypoint, Cmd, WorkingDir, Volumes, StopSignal } = Config ?? {}
  // Engines print an absent value as null, as an empty value, or not at all.
  const content = [
    Architecture,
    RootFS.Layers ?? [],
    User ?? '',
    Env ?? [],
    Entrypoint ?? [],
    Cmd ?? [],
    WorkingDir || '/',
    Object.keys(Volumes ?? {}).sort(),
    StopSignal ?? '',
  ]
  return `sha256:${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`
}
