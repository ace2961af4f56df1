import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Problem } from '../problem.ts'
import { dockerignore } from './dockerignore.ts'
import { copyProjectFiles, digestOfFiles, listProjectFiles, type ProjectEntry } from './project-files.ts'
import { isOfProject } from './project-workload-rules.ts'
import type { ImageSource, Workload } from './workload.ts'

/** A workload that belongs to a project. */
export type ProjectWorkload = Workload & { project: string }

/**
 * Returns a digest for each input that a project's workload takes from the project's folder.
 * @throws Problem (2) if an input cannot be read
 */
export function inputsOfProject({ project, copied, image }: Pick<ProjectWorkload, 'project' | 'copied' | 'image'>): {
  part: string
  digest: string
}[] {
  if (!('dockerfile' in image)) return copied
  const { dockerfile, context = '.' } = image
  return [
    ...copied,
    { part: dockerfile, digest: digestOfFiles(listProjectFiles(project, dockerfile)) },
    { part: context, digest: digestOfFiles(contextFiles(project, image)) },
  ]
}

/**
 * Returns the paths of all files that a workload takes from its project, without duplicates.
 * @throws Problem (2) if the files cannot be read
 */
export function projectInputFiles({
  project,
  copied,
  image,
}: Pick<ProjectWorkload, 'project' | 'copied' | 'image'>): string[] {
  const of = (part: string, entries: ProjectEntry[]) =>
    entries.flatMap(({ path, kind }) => (kind === 'directory' ? [] : [posix.join(part, path)]))
  const built = 'dockerfile' in image ? of(image.context ?? '.', contextFiles(project, image)) : []
  return [...new Set([...copied.flatMap(({ part }) => of(part, listProjectFiles(project, part))), ...built])]
}

/** A Dockerfile and its build context: paths in a project. */
type Build = Pick<Extract<ImageSource, { dockerfile: string }>, 'dockerfile' | 'context'>

/**
 * Lists the files of a build context, except those that its ignore file excludes.
 * @throws Problem (2) if the files cannot be read
 */
export function contextFiles(project: string, build: Build): ProjectEntry[] {
  const { context = '.' } = build
  const path = ignoreFile(project, build)
  if (path === null) return listProjectFiles(project, context, () => false)
  const [file] = listProjectFiles(project, path) // This call ensures that the file is in the project and is not a pipe.
  if (file?.path !== '') throw new Problem(2, `${path} is not a file.`)
  const isExcluded = dockerignore(readFileSync(file.source, 'utf8'))
  const general = path === join(context, IGNORE_FILE) ? null : IGNORE_FILE
  // Builders would apply the general file to the copied context, too.
  return listProjectFiles(project, context, (inside) => inside === general || isExcluded(inside))
}

const IGNORE_FILE = '.dockerignore'

/** Returns the path of the file that says what is not in a build context. Null if there is none. */
export function ignoreFile(project: string, build: Build): string | null {
  return ignoreFiles(build).find((path) => existsSync(join(project, path))) ?? null
}

/**
 * Returns the paths that a file may have that says what is not in a build context. The first one that exists counts, as
 * for BuildKit and Podman: the file of the Dockerfile, `NAME.dockerignore` beside it, otherwise the context's.
 */
export function ignoreFiles({ dockerfile, context = '.' }: Build): string[] {
  return [`${dockerfile}${IGNORE_FILE}`, join(context, IGNORE_FILE)]
}

/**
 * Copies the files that a workload takes from its project into the layout of the target.
 * @param directory the directory to create for the copies
 * @returns whether there are any files
 * @throws Problem (2) if the files are invalid, or differ from the workload's digest
 */
export function stageProjectFiles({ project, copy, copied }: Workload, directory: string): boolean {
  const own = project === null ? [] : copy.filter(({ from }) => isOfProject(from))
  for (const [index, { from, to }] of own.entries()) {
    const entries = listProjectFiles(project as string, from)
    const isFile = entries.length === 1 && entries[0]?.path === ''
    const name = isFile && /(^|\/)\.?$/.test(to) ? join(to, from.split('/').at(-1) as string) : to
    const copies = copyProjectFiles(entries, join(directory, name))
    if (digestOfFiles(copies) !== copied[index]?.digest)
      throw new Problem(
        2,
        `${from} changed after the run was planned${isFile ? '' : ` (the newest file is ${newestOf(entries)})`}. Do not change the project's files during a run, and write logs outside of them or where git ignores them; then try again.`,
      )
  }
  return own.length > 0
}

/** The path of the file of a project that was changed last. */
function newestOf(entries: readonly ProjectEntry[]): string {
  const times = entries
    .filter(({ kind }) => kind === 'file')
    .map(({ path, source }) => ({ path, time: statSync(source, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
  return times.sort((a, b) => b.time - a.time)[0]?.path ?? 'gone'
}
