import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { canInstallPackages, installPackages } from '../../../action/test/apt-packages.ts'
import { debianTree } from '../../../action/test/debian-tree.ts'
import { canOwnDockerd, OwnDockerd } from '../../../action/test/faults-engine.ts'
import { type ImageFileSystem, type MountedImage, mountImage, whyNoImage } from '../../../action/test/mounted-image.ts'

/** An engine that runs, whose images, containers and volumes are on a file-system image. */
export interface EngineOnImage {
  /** the id that the flag `--engine` takes */
  id: 'docker' | 'podman'
  /** the environment in which Plimsoll's command reaches this engine */
  env: Record<string, string>
  /** Copy a container image from the machine's Docker engine to this one. */
  load: (image: string) => Promise<void>
  /** Stop the engine. Its files stay on the file-system image. */
  stop: () => Promise<void>
}

const DEBIAN_PACKAGES = ['docker.io', 'iptables', 'ca-certificates']

/** The engines that can be started on an image, by the name of the folder of their files. */
const ENGINES = {
  docker: (mounted) => startDocker(new OwnDockerd(join(mounted.directory, 'docker'))),
  'docker-debian-13': async ({ directory }) =>
    startDocker(
      new OwnDockerd(join(directory, 'docker-debian-13'), {
        root: await debianTree('debian-13', DEBIAN_PACKAGES),
        folders: [directory],
      }),
    ),
  podman: ({ directory }) => preparePodman(join(directory, 'podman')),
} satisfies Record<string, (mounted: MountedImage) => Promise<EngineOnImage>>
export type EngineName = keyof typeof ENGINES

/** A mounted file-system image, and the engines whose files are on it. */
export interface EnginesOnImage {
  /** a directory on the image, for native and bind-mounted files */
  directory: string
  /** Start an engine with copies of container images, call `work`, and stop the engine. */
  withEngine: (
    name: EngineName,
    images: readonly string[],
    work: (engine: EngineOnImage) => Promise<void>,
  ) => Promise<void>
}

/**
 * Makes a file-system image, calls `work`, and removes the image. Engines on the image reach no network.
 * @param bytes the size of the image
 * @throws Problem (3) if this machine cannot mount such an image, or cannot run a second engine
 */
export async function withEnginesOnImage(
  fileSystem: ImageFileSystem,
  bytes: number,
  work: (engines: EnginesOnImage) => Promise<void>,
): Promise<void> {
  const lacking = whyNoImage(fileSystem)
  if (lacking?.package && canInstallPackages()) await installPackages(lacking.package)
  else if (lacking) throw new Problem(3, lacking.reason)
  if (!canOwnDockerd) throw new Problem(3, 'A second dockerd needs root, and the programs dockerd and containerd.')
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize < bytes)
    throw new Problem(
      3,
      `The file system needs ${bytes / 2 ** 30} GiB, and ${tmpdir()} has ${Math.floor((bavail * bsize) / 2 ** 30)} GiB free. Name another folder with TMPDIR.`,
    )
  console.error(`Making a file system (${fileSystem}) of ${bytes / 2 ** 30} GiB…`)
  const mounted = await mountImage(fileSystem, { bytes })
  const loaded = new Set<string>()
  const directory = join(mounted.directory, 'plimsoll')
  try {
    mkdirSync(directory)
    await work({
      directory,
      withEngine: async (name, images, use) => {
        const engine = await ENGINES[name](mounted)
        try {
          for (const image of images.filter((image) => !loaded.has(`${name} ${image}`))) {
            console.error(`Copying the image ${image} to ${name}…`)
            await engine.load(image)
            loaded.add(`${name} ${image}`)
          }
          await use(engine)
        } finally {
          await engine.stop()
        }
      },
    })
  } finally {
    await mounted.remove()
  }
}

async function startDocker(dockerd: OwnDockerd): Promise<EngineOnImage> {
  try {
    await dockerd.start()
  } catch (error) {
    await dockerd.remove()
    throw error
  }
  return {
    id: 'docker',
    env: { DOCKER_HOST: dockerd.host },
    load: (image) => dockerd.load(image),
    stop: () => dockerd.remove(),
  }
}

/** Podman has no daemon. A configuration file tells it where its files are. */
async function preparePodman(data: string): Promise<EngineOnImage> {
  if ((await execa('podman', ['--version'], { reject: false, stdin: 'ignore' })).failed) {
    if (!canInstallPackages()) throw new Problem(3, 'Podman was not found.')
    await installPackages('podman')
  }
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-podman-'))
  const configuration = join(scratch, 'storage.conf')
  const lines = ['[storage]', 'driver = "overlay"', `graphroot = "${data}"`, `runroot = "${join(scratch, 'run')}"`]
  writeFileSync(configuration, `${lines.join('\n')}\n`)
  const env = { CONTAINERS_STORAGE_CONF: configuration }
  return {
    id: 'podman',
    env,
    load: async (image) => {
      const tar = join(scratch, 'image.tar')
      await execa('docker', ['save', '--output', tar, image], { stdin: 'ignore' })
      await execa('podman', ['load', '--input', tar], { stdin: 'ignore', env })
      rmSync(tar)
    },
    stop: async () => {
      // When a container ends, Podman cleans up after it in a process of its own.
      await setTimeout(2000)
      // Podman keeps its storage mounted for the next command.
      await execa('umount', [join(data, 'overlay')], { reject: false })
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
