import { join } from 'node:path'
import { execa } from 'execa'
import type { BuildGroup, ContainerEngine, EngineImage, ImageConfig, Labels, ProcessResult } from '../engine.ts'
import { type InspectedImage, imageContent } from '../image/image-content.ts'
import { Problem } from '../problem.ts'
import { REMOVE_CONTAINER } from './cleanup.ts'
import { labelFlags } from './container-flags.ts'
import { type EngineCommand, IMAGE_TIMEOUT_SECONDS, lines } from './engine-command.ts'
import { readObjects } from './json-output.ts'

/** Flags that an engine needs to handle images. */
export interface ImageCliOptions {
  /** the leading arguments of `pull` and `push` that allow a registry on loopback without TLS */
  registryFlags?: string[]
  /** the leading arguments of `build` */
  buildFlags?: string[]
}

/** The images of an engine with a command line compatible with docker. */
export class ImageCli {
  protected readonly command: EngineCommand
  readonly #registryFlags: string[]
  readonly #buildFlags: string[]

  constructor(command: EngineCommand, { registryFlags = [], buildFlags = [] }: ImageCliOptions) {
    this.command = command
    this.#registryFlags = registryFlags
    this.#buildFlags = buildFlags
  }

  async image(reference: string): Promise<EngineImage | null> {
    return (await this.#inspect([reference]))[0] ?? null
  }

  async imageWithContent(content: string): Promise<EngineImage | null> {
    const { stdout } = await this.command.must(['images', '--quiet', '--no-trunc'], 'list its images')
    const images = await this.#inspect([...new Set(lines(stdout))])
    return images.find((image) => image.content === content) ?? null
  }

  async imageConfig(reference: string): Promise<ImageConfig> {
    const args = ['image', 'inspect', '--format', '{{json .Config}}', reference]
    const { stdout } = await this.command.must(args, `inspect the image ${reference}`)
    const [config] = readObjects<{ User?: string; Env?: string[] | null; Volumes?: object | null }>(stdout)
    if (!config) {
      const command = [...this.command.argv, 'image', 'inspect', reference].join(' ')
      throw new Problem(
        3,
        `\`${command}\` printed nothing that Plimsoll can read. Run it yourself to see what it prints.`,
      )
    }
    const environment = (config.Env ?? []).map((entry) => entry.slice(0, entry.indexOf('=')))
    return { user: config.User ?? '', environment, volumes: Object.keys(config.Volumes ?? {}) }
  }

  async readImageFile(image: string, path: string, labels: Labels): Promise<string | null> {
    return this.withIdleContainer(image, labels, [], async (id) => {
      // `cp … -` writes a tar archive with one file. tar extracts that file to standard output.
      const copy = execa(...this.#tarOf(id, path))
      const file = await copy.pipe('tar', ['-xOf', '-'], { reject: false, maxBuffer: 100_000_000 })
      return file.failed ? null : String(file.stdout)
    })
  }

  async copyFromImage(image: string, path: string, to: string, labels: Labels): Promise<void> {
    await this.withIdleContainer(image, labels, [], (id) =>
      this.command.must(['cp', `${id}:${path}`, to], `copy ${path} out of an image`),
    )
  }

  async pullImage(reference: string): Promise<string | null> {
    const { exitCode, stderr } = await this.command.call(['pull', '--quiet', reference], {
      seconds: IMAGE_TIMEOUT_SECONDS,
    })
    return exitCode === 0 ? null : (lines(stderr).at(-1) ?? `exit code ${exitCode}`)
  }

  pullCommand(reference: string): string[] {
    return [...this.command.argv, 'pull', '--quiet', ...this.#registryFlags, reference]
  }

  async pushImage(reference: string): Promise<void> {
    await this.command.must(['push', ...this.#registryFlags, reference], 'push an image', IMAGE_TIMEOUT_SECONDS)
  }

  async tagImage(id: string, reference: string): Promise<void> {
    await this.command.call(['tag', id, reference])
  }

  async untagImage(reference: string): Promise<void> {
    await this.command.call(['rmi', reference])
  }

  async importImage(tarFile: string, tag: string, labels: Labels): Promise<void> {
    const changes = Object.entries(labels).flatMap(([name, value]) => ['--change', `LABEL ${name}=${value}`])
    await this.command.must(['import', ...changes, tarFile, tag], 'import the base image', IMAGE_TIMEOUT_SECONDS)
  }

  async buildImage(options: Parameters<ContainerEngine['buildImage']>[0]): Promise<void> {
    const args = Object.entries(options.arguments).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
    const target = options.target === null ? [] : ['--target', options.target]
    const file = options.dockerfile ? ['--file', join(options.context, options.dockerfile)] : []
    const flags = [
      ...this.#buildFlags,
      '--pull=false',
      '--force-rm',
      ...(options.layersOf ? await this.#layerFlags(options.layersOf) : []),
      ...target,
      ...file,
      '--tag',
      options.tag,
      ...labelFlags(options.labels),
      ...args,
    ]
    try {
      const { stdout } = await this.command.must(
        ['build', ...flags, options.context],
        'build an image',
        IMAGE_TIMEOUT_SECONDS,
      )
      await this.#removeStages(stdout)
    } catch (error) {
      const { stdout, stderr } = (error as { cause: ProcessResult }).cause
      await this.#removeStages(`${stdout}\n${stderr}`)
      throw error
    }
  }

  async commitContainer(name: string, tag: string): Promise<void> {
    await this.command.must(['commit', name, tag], 'make an image of a container', IMAGE_TIMEOUT_SECONDS)
  }

  async saveImage(reference: string, tarFile: string): Promise<void> {
    await this.command.must(['save', '--output', tarFile, reference], 'save an image', IMAGE_TIMEOUT_SECONDS)
  }

  async loadImage(tarFile: string): Promise<void> {
    await this.command.must(['load', '--input', tarFile], 'load an image', IMAGE_TIMEOUT_SECONDS)
  }

  /** The images that exist. Another program may remove images at any time. */
  async #inspect(references: string[]): Promise<EngineImage[]> {
    if (references.length === 0) return []
    const { stdout } = await this.command.call(['image', 'inspect', ...references])
    return readObjects<InspectedImage>(stdout)
      .filter(({ Id, RootFS }) => Id && RootFS)
      .map((image) => ({
        id: image.Id.startsWith('sha256:') ? image.Id : `sha256:${image.Id}`, // Podman prints the digits alone.
        content: imageContent(image),
      }))
  }

  /** The flags of `build` that allow the layers of a group of builds, and no older ones. */
  async #layerFlags({ name, images }: BuildGroup): Promise<string[]> {
    const fresh = images.length === 0 ? ['--no-cache'] : []
    switch (await this.command.builder()) {
      case 'buildkit':
        // The names of additional hosts are part of the keys of BuildKit's cache for RUN; the addresses are not.
        return [...fresh, '--add-host', `plimsoll-${name}.invalid:127.0.0.1`]
      case 'classic':
        // With this flag, the classic builder uses no layers but those of these images.
        return [...fresh, ...images.flatMap((image) => ['--cache-from', image])]
      case 'podman':
        return ['--no-cache'] // Podman reads such caches only from a registry.
    }
  }

  /** Create a container of an image, use the container without starting it, and remove it. */
  protected async withIdleContainer<T>(
    image: string,
    labels: Labels,
    flags: string[],
    use: (id: string) => Promise<T>,
  ): Promise<T> {
    const { stdout } = await this.command.must(
      ['create', '--pull=never', '--network=none', ...labelFlags(labels), ...flags, image, '/never-started'],
      'create a container',
    )
    const id = lines(stdout).at(-1) as string
    try {
      return await use(id)
    } finally {
      await this.command.call([...REMOVE_CONTAINER, id])
    }
  }

  /**
   * Removes the images without a name that a build made: of each stage but the last, and, if the build failed, of the
   * last step that succeeded. The images of the steps before go with them. No later cleanup would remove them, and no
   * later build uses them. BuildKit makes none. An engine keeps an image on which a later stage is based.
   * @param printed what the build printed
   */
  async #removeStages(printed: string): Promise<void> {
    for (const stage of printed.split(/^(?:\[\d+\/\d+\] )?STEP \d+\/\d+ ?: FROM /im)) {
      const steps = [...stage.matchAll(/^\s*-+> (Using cache\s+(?:-+> )?)?([0-9a-f]{11,64})$/gm)]
      const id = steps.at(-1)?.[2]
      // Podman prints the id of a cached step twice, the second time shortened and without the words.
      if (id === undefined || steps.some(([, isCached, cached]) => isCached && cached?.startsWith(id))) continue
      const names = ['image', 'inspect', '--format', '{{len .RepoTags}} {{len .RepoDigests}}', id]
      const { stdout } = await this.command.call(names)
      if (stdout.trim() === '0 0') await this.command.call(['rmi', id])
    }
  }

  #tarOf(container: string, path: string) {
    const [program, ...before] = this.command.argv
    const options = { reject: false, stdin: 'ignore', encoding: 'buffer', maxBuffer: 100_000_000 } as const
    return [program, [...before, 'cp', `${container}:${path}`, '-'], options] as const
  }
}
