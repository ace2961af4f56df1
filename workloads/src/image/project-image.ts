import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { inTemporaryDirectory } from '../cleanup/temporary-directory.ts'
import { type BuildGroup, CACHE_LABEL, type ContainerEngine, RUN_LABEL } from '../engine.ts'
import { Problem } from '../problem.ts'
import { copyProjectFiles, digestOfFiles, listProjectFiles, type ProjectEntry } from '../read-catalog/project-files.ts'
import { contextFiles } from '../read-catalog/project-inputs.ts'
import type { ImageSource, Workload } from '../read-catalog/workload.ts'
import { TARGET } from '../sample/container-paths.ts'

/** The build of a project's own image. */
export interface ProjectBuild {
  workload: string
  project: string
  dockerfile: string
  context: string
  /** A stage of the Dockerfile. Null for the last stage. */
  target: string | null
  arguments: Record<string, string>
  /**
   * The check of two versions that needs this build. Its images are built for one plan only, and once for all variants
   * and workloads with equal inputs. Null outside such a check.
   */
  check: CheckBuild | null
}

/** A build of a check. */
export interface CheckBuild {
  /** The first variant that needs the build, for error messages. */
  variant: string
  /** The digest of the plan. */
  plan: string
}

const CACHED = { [CACHE_LABEL]: 'image' }

/**
 * Describes the build of a project's image.
 * @param args the build arguments, with templates filled in
 */
export function makeProjectBuild(
  { workload, project }: Workload,
  { dockerfile, context = '.', target }: Extract<ImageSource, { dockerfile: string }>,
  args: Record<string, string>,
  check: CheckBuild | null,
): ProjectBuild {
  if (project === null)
    throw new Error(`the workload ${workload} builds an image of its own, but belongs to no project`)
  return { workload, project, dockerfile, context, target: target ?? null, arguments: args, check }
}

/**
 * The tag of a project's image. It contains a hash of the inputs, so changed inputs get a new tag.
 * @throws Problem (2) if inputs are missing
 */
export function projectImageTag(build: ProjectBuild): string {
  return tagFor(build, contextFiles(build.project, build), listProjectFiles(build.project, build.dockerfile))
}

function tagFor({ target, arguments: args, check }: ProjectBuild, context: ProjectEntry[], dockerfile: ProjectEntry[]) {
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))
  const inputs = [digestOfFiles(context), digestOfFiles(dockerfile), target, sorted]
  const hash = createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
  const name = `plimsoll/own:${hash.slice(0, 12)}`
  return check ? `${name}-${check.plan.replace('sha256:', '').slice(0, 12)}` : name
}

/**
 * Builds a project's own image from a copy of its context, so that the built files are the files hashed in the tag.
 * @param group the builds of the check, if this is one of them
 * @throws Problem (2) if the build fails
 */
export async function buildProjectImage(
  build: ProjectBuild,
  engine: ContainerEngine,
  tag: string,
  group: BuildGroup,
  say: (line: string) => void,
): Promise<void> {
  say(`Building the image ${tag} in ${engine.product}`)
  await inTemporaryDirectory(async (scratch) => {
    const context = join(scratch, 'context')
    const files = copyProjectFiles(contextFiles(build.project, build), context)
    const dockerfile = copyProjectFiles(listProjectFiles(build.project, build.dockerfile), join(scratch, 'Dockerfile'))
    if (tagFor(build, files, dockerfile) !== tag)
      throw new Problem(
        2,
        `The files of ${build.workload} changed while they were read. Do not change them during a run; try again.`,
      )
    try {
      const { target, arguments: args, check } = build
      const how = { target, tag, arguments: args, ...(check && { layersOf: group }), labels: CACHED }
      await engine.buildImage({ context, dockerfile: '../Dockerfile', ...how })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const variant = build.check ? ` in ${build.check.variant}` : ''
      throw new Problem(2, `The Dockerfile of ${build.workload}${variant} could not be built. ${error.message}`, {
        cause: error,
      })
    }
  })
}

/**
 * Ensures that an image has no files and no volume at the target path. A volume would show such files, and a bind mount
 * would hide them. A volume of the image would take the place of the container's layer.
 * @throws Problem (2)
 */
export async function assertNoTarget(engine: ContainerEngine, image: string, name: string, run: string): Promise<void> {
  const volume = (await engine.imageConfig(image)).volumes.find(
    (path) => isWithin(TARGET, path) || isWithin(path, TARGET),
  )
  if (volume !== undefined)
    throw new Problem(
      2,
      `The image ${name} declares the volume ${volume}, which hides where Plimsoll puts the workload's files (${TARGET}). Move the VOLUME of its Dockerfile.`,
    )
  const there = await engine.readImageFile(image, TARGET, { [RUN_LABEL]: run })
  if (there)
    throw new Problem(
      2,
      `The image ${name} has files in ${TARGET}, where Plimsoll mounts the workload's files. Move the image's files.`,
    )
}

/** Whether a path is another, or is inside it. */
function isWithin(path: string, folder: string): boolean {
  return !posix.relative(folder, path).startsWith('..')
}

/** Whether processes in an image run as root by default. Processes that run as root may write anywhere. */
export async function runsAsRoot(engine: ContainerEngine, image: string): Promise<boolean> {
  const [user] = (await engine.imageConfig(image)).user.split(':')
  return user === '' || user === '0' || user === 'root'
}

/**
 * The name of an image that is derived from another one and has directories that all users can write to. Every engine
 * has it under the same name.
 * @param content the digest of the other image's content
 */
export function writableTag(content: string, directories: string[]): string {
  const hash = createHash('sha256')
    .update([content, ...directories].join('\n'))
    .digest('hex')
  return `plimsoll/own-writable:${hash.slice(0, 12)}`
}

/**
 * Derives an image with directories that all users can write to. A USER other than root could not create these
 * directories. A new volume inherits the mode of the directory that it is mounted on.
 * @param directories absolute paths
 * @param tag the name of the new image
 * @param onTemporaryName receives a name that is not needed after this call, before an image gets that name
 */
export async function makeWritable(
  engine: ContainerEngine,
  image: string,
  directories: string[],
  tag: string,
  onTemporaryName: (name: string) => void,
): Promise<void> {
  const from = `plimsoll/own-from:${image.replace('sha256:', '').slice(0, 12)}` // Builders need a name, not an id.
  onTemporaryName(from)
  await engine.tagImage(image, from)
  try {
    await inTemporaryDirectory(async (context) => {
      const root = join(context, 'root')
      mkdirSync(root)
      chmodSync(root, 0o755)
      for (const directory of directories) {
        mkdirSync(join(root, directory), { recursive: true })
        chmodSync(join(root, directory), 0o777)
      }
      writeFileSync(join(context, 'Dockerfile'), `FROM ${from}\nCOPY root/ /\n`)
      await engine.buildImage({ context, target: null, tag, arguments: {}, labels: CACHED })
    })
  } finally {
    await engine.untagImage(from)
  }
}
