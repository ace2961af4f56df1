import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from '@plimsoll/schema'
import { noteRemoval } from '../cleanup/last-removal.ts'
import { inTemporaryDirectory } from '../cleanup/temporary-directory.ts'
import { CACHE_LABEL, type ContainerEngine, type EngineImage, RUN_LABEL } from '../engine.ts'
import { Problem } from '../problem.ts'
import { quoted } from '../quoted.ts'
import { fill } from '../read-catalog/template.ts'
import type { Params, Workload } from '../read-catalog/workload.ts'
import { stageContext, type Toolchain } from '../toolchain/fetch-toolchain.ts'
import { toolchainDigest } from '../toolchain/toolchain-digest.ts'
import { BASE_IMAGE, BUILT_BASE, buildBaseTar } from './base-image.ts'
import { dockerfileFor } from './dockerfile.ts'
import {
  assertNoTarget,
  buildProjectImage,
  type CheckBuild,
  makeProjectBuild,
  makeWritable,
  type ProjectBuild,
  projectImageTag,
  runsAsRoot,
  writableTag,
} from './project-image.ts'
import { type PublishedImages, publishedImages } from './published-images.ts'

/** An image in an engine, ready to run. */
export interface ReadyImage {
  /** The image's id in this engine. It is not a name, because a name could refer to another image later. */
  reference: string
  /** The image's name in the engine. */
  name: string
  record: Required<Image>
}

/** The run that needs an image, with the functions that it passes on. */
export interface ImageUser {
  run: string
  say: (line: string) => void
  /** Receives each name that is needed only during the run. It is called before an image gets that name. */
  onTemporaryName: (name: string) => void
  /** The tags of the images that the run's check has in the engine. A call adds the tag of its image. */
  checkImages: string[]
}

/**
 * The source of an image: a target of Plimsoll's Dockerfile, a project's Dockerfile, or an existing image by name.
 * `writable` lists directories that the image's USER must be able to write to.
 */
export type Recipe =
  | { target: string; arguments: Record<string, string>; parts: string[]; toolchain: Toolchain }
  | { build: ProjectBuild; writable: string[] }
  | { name: string; writable: string[] }

type TargetRecipe = Extract<Recipe, { target: string }>

const CACHED = { [CACHE_LABEL]: 'image' }

/**
 * The recipe of a workload's image for these params.
 * @param writable absolute container paths that the work writes to
 * @param check the check of two versions that needs the image, if there is one
 */
export function makeRecipe(
  workload: Workload,
  params: Params,
  toolchain: Toolchain,
  writable: string[],
  check: CheckBuild | null = null,
): Recipe {
  const { image, toolchain: parts } = workload
  if ('name' in image) return { name: image.name, writable }
  if ('none' in image) throw new Error(`the workload ${workload.workload} has no image, and runs in a container`)
  const args = Object.entries(image.arguments ?? {}).map(([name, value]) => [name, fill(value, params)] as const)
  if ('dockerfile' in image)
    return { build: makeProjectBuild(workload, image, Object.fromEntries(args), check), writable }
  return {
    target: fill(image.target, params),
    arguments: Object.fromEntries(args),
    parts: parts.map((part) => fill(part, params)),
    toolchain,
  }
}

/**
 * Ensures that an image is in an engine. All engines of a run use images with the same content. The first engine that
 * has the image is the source for the others. If no engine has it, the image is pulled. If the pull fails, the image is built.
 * @param engines the engines of the run that can run the image, including `engine`, always in the same order
 * @throws Problem (3) if the image is unavailable, (2) if a project's image cannot be built
 */
export async function ensureImage(
  recipe: Recipe,
  engine: ContainerEngine,
  engines: ContainerEngine[],
  { run, say, onTemporaryName, checkImages }: ImageUser,
  published: PublishedImages = publishedImages(),
): Promise<ReadyImage> {
  const tag = 'name' in recipe ? recipe.name : 'build' in recipe ? projectImageTag(recipe.build) : imageTag(recipe)
  const isTemporary = 'build' in recipe && recipe.build.check !== null
  if (isTemporary) onTemporaryName(tag)
  const remote = 'target' in recipe ? (published[tag]?.[engine.architecture] ?? null) : null
  const { id, content } = await ensure(tag, 'name' in recipe, engine, engines, say, async () => {
    if ('name' in recipe) await pull(recipe.name, engine, say)
    else if ('build' in recipe)
      await buildProjectImage(recipe.build, engine, tag, { name: run, images: checkImages }, say)
    else if (!remote || !(await pullAs(tag, remote, engine, say))) await build(recipe, engine, tag, say)
  })
  if (isTemporary && !checkImages.includes(tag)) checkImages.push(tag)
  const isRemote = async () => remote !== null && (await firstWith(remote, engines))?.image.content === content
  const origin: Image['origin'] = 'name' in recipe || (await isRemote()) ? 'pulled' : 'built'
  const name = 'name' in recipe ? withoutRegistry(tag) : 'build' in recipe ? withoutPlan(tag, recipe.build) : tag
  const packages = await packagesDigest(engine, id, run)
  const record = { name, engine: engine.id, digest: id, contentDigest: content, origin, packagesDigest: packages }
  const ready = { reference: id, name: tag, record }
  if ('target' in recipe || recipe.writable.length === 0) return ready
  await assertNoTarget(engine, id, 'build' in recipe ? `of ${recipe.build.workload}` : tag, run)
  if (await runsAsRoot(engine, id)) return ready
  const { writable } = recipe
  const derivedTag = writableTag(content, writable)
  const make = () => makeWritable(engine, id, writable, derivedTag, onTemporaryName)
  if (isTemporary) onTemporaryName(derivedTag)
  const derived = await ensure(derivedTag, false, engine, engines, say, make)
  return { ...ready, reference: derived.id }
}

/**
 * Removes the registry and path from an image name, because a project's registry may be private. The digests still
 * identify the image.
 */
export function withoutRegistry(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** The tag without the digest of the plan: the part that is the same in every check of the same two versions. */
function withoutPlan(tag: string, { check }: ProjectBuild): string {
  return check ? tag.slice(0, tag.lastIndexOf('-')) : tag
}

/**
 * Returns an image in an engine. If it is missing, or has another content than in the first engine that has it, it is
 * copied from there. If no engine has it, it is created.
 * @param isUsers whether the user chose the image's name, which may refer to a different image in each engine
 */
async function ensure(
  tag: string,
  isUsers: boolean,
  engine: ContainerEngine,
  engines: ContainerEngine[],
  say: (line: string) => void,
  make: () => Promise<void>,
): Promise<EngineImage> {
  const first = await firstWith(tag, engines)
  const here = await engine.image(tag)
  if (first && here?.content !== first.image.content) {
    const copy = (await engine.imageWithContent(first.image.content)) ?? (await copyImage(tag, first, engine, say))
    if (isUsers && here) return copy
    await engine.tagImage(copy.id, tag)
  } else if (!here) {
    await make()
    noteRemoval() // A build removes its containers.
  }
  const image = await engine.image(tag)
  if (!image) throw new Error(`the image ${tag} was created in ${engine.id}, but ${engine.id} does not find it`)
  return image
}

/** Copies an image to another engine, where the copy has no name yet. */
async function copyImage(
  tag: string,
  { engine: from, image }: { engine: ContainerEngine; image: EngineImage },
  to: ContainerEngine,
  say: (line: string) => void,
): Promise<EngineImage> {
  say(`Copying the image ${tag} from ${from.product} to ${to.product}`)
  await inTemporaryDirectory(async (scratch) => {
    const tar = join(scratch, 'image.tar')
    await from.saveImage(image.id, tar) // With its name, the copy would take the name from another image.
    if (existsSync(tar)) await to.loadImage(tar)
    rmSync(tar, { force: true }) // One large file: its removal slows down no sample, and it takes space.
  })
  noteRemoval() // Engines unpack an image in a temporary folder.
  const copy = await to.imageWithContent(image.content)
  if (copy) return copy
  throw new Problem(
    3,
    `The image ${tag} has another content after it was copied from ${from.product} to ${to.product}. Measure these engines in two runs.`,
  )
}

/** The tag of an image. It contains a hash of the image's inputs, so changed inputs get a new tag. */
function imageTag({ target, arguments: args, parts }: TargetRecipe): string {
  const hash = createHash('sha256').update(BASE_IMAGE).update(dockerfileFor(target))
  for (const part of parts) hash.update(toolchainDigest(part))
  return `plimsoll/${target}:${Object.values(args).join('-') || 'default'}-${hash.digest('hex').slice(0, 12)}`
}

async function pull(name: string, engine: ContainerEngine, say: (line: string) => void): Promise<void> {
  say(`Pulling the image ${name} into ${engine.product}`)
  const failure = await engine.pullImage(name)
  if (failure !== null)
    throw new Problem(
      3,
      `Image ${name} not found in ${engine.product}, and the pull failed (${quoted(failure)}). Check its name, and that its registry can be reached.`,
    )
}

/**
 * Pulls an image. Returns whether the pull succeeded. If it fails (no network, or a deleted image), the image is built
 * instead.
 */
async function pullAs(
  tag: string,
  remote: string,
  engine: ContainerEngine,
  say: (line: string) => void,
): Promise<boolean> {
  say(`Pulling the image ${tag} into ${engine.product}`)
  const failure = await engine.pullImage(remote)
  if (failure !== null) {
    say(`! The pull of ${remote} failed (${quoted(failure)}); building the image here`)
    return false
  }
  await engine.tagImage(remote, tag)
  return true
}

async function build(
  { target, arguments: args, parts, toolchain }: TargetRecipe,
  engine: ContainerEngine,
  tag: string,
  say: (line: string) => void,
): Promise<void> {
  const base = await ensureBase(engine, say)
  say(`Building the image ${tag} in ${engine.product}`)
  await inTemporaryDirectory(async (context) => {
    stageContext(context, toolchain, parts, dockerfileFor(target))
    await engine.buildImage({ context, target, tag, arguments: { BASE: base, ...args }, labels: CACHED })
  })
}

async function ensureBase(engine: ContainerEngine, say: (line: string) => void): Promise<string> {
  if (await engine.image(BASE_IMAGE)) return BASE_IMAGE
  if (await engine.image(BUILT_BASE)) return BUILT_BASE
  const name = BASE_IMAGE.split('@')[0]
  say(`Pulling ${name} into ${engine.product}`)
  const failure = await engine.pullImage(BASE_IMAGE)
  if (failure === null) return BASE_IMAGE
  say(`! The pull of ${name} failed (${quoted(failure)}); using a base image from Debian's packages`)
  const tar = await buildBaseTar(engine.architecture, say)
  say(`Importing the base image into ${engine.product}`)
  await engine.importImage(tar, BUILT_BASE, CACHED)
  return BUILT_BASE
}

/** The first engine that has an image of this name, and that image. */
async function firstWith(
  tag: string,
  engines: ContainerEngine[],
): Promise<{ engine: ContainerEngine; image: EngineImage } | null> {
  for (const engine of engines) {
    const image = await engine.image(tag)
    if (image) return { engine, image }
  }
  return null
}

/** SHA-256 of the sorted `package version` lines of Debian's package database in the image. */
async function packagesDigest(engine: ContainerEngine, image: string, run: string): Promise<string | null> {
  const status = await engine.readImageFile(image, '/var/lib/dpkg/status', { [RUN_LABEL]: run })
  if (status === null) return null
  const lines = status
    .split('\n\n')
    .filter((entry) => /^Status: .* installed$/m.test(entry))
    .map((entry) => `${/^Package: (.*)$/m.exec(entry)?.[1]} ${/^Version: (.*)$/m.exec(entry)?.[1]}`)
    .sort()
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
