import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Problem } from '../problem.ts'
import { dockerignore } from './dockerignore.ts'
import { isOfProject } from './own-rules.ts'
import { copyProjectFiles, digestOfFiles, listProjectFiles, type ProjectEntry } from './project-files.ts'
import type { Workload } from './workload.ts'

/** A workload of a project. */
export type OwnWorkload = Workload & { project: string }

/** A digest for each thing that a project's own workload takes from its folder. @throws Problem (2) when it cannot */
export function inputsOfProject({ project, copied, image }: Pick<OwnWorkload, 'project' | 'copied' | 'image'>): {
  part: string
  digest: string
}[] {
  if (!('dockerfile' in image)) return copied
  const { dockerfile, context = '.' } = image
  return [
    ...copied,
    { part: dockerfile, digest: digestOfFiles(listProjectFiles(project, dockerfile)) },
    { part: context, digest: digestOfFiles(contextFiles(project, context)) },
  ]
}

/** The paths of all the files that a workload takes from its project, each once. @throws Problem (2) when it cannot */
export function filesTaken({ project, copied, image }: Pick<OwnWorkload, 'project' | 'copied' | 'image'>): string[] {
  const of = (part: string, entries: ProjectEntry[]) =>
    entries.flatMap(({ path, kind }) => (kind === 'directory' ? [] : [posix.join(part, path)]))
  const { context = '.' } = 'dockerfile' in image ? image : {}
  const built = 'dockerfile' in image ? of(context, contextFiles(project, context)) : []
  return [...new Set([...copied.flatMap(({ part }) => of(part, listProjectFiles(project, part))), ...built])]
}

/** The files of a build's context: all that its .dockerignore does not take out. @throws Problem (2) */
export function contextFiles(project: string, context: string): ProjectEntry[] {
  const path = join(context, '.dockerignore')
  if (!existsSync(join(project, path))) return listProjectFiles(project, context)
  const [file] = listProjectFiles(project, path) // sees to it that it is one of the project, and no pipe
  if (file?.path !== '') throw new Problem(2, `${path} is not a file.`)
  return listProjectFiles(project, context, dockerignore(readFileSync(file.source, 'utf8')))
}

/**
 * Lay out the files that a workload takes from its project as they will lie in the target.
 * @param directory is made
 * @returns whether there are any
 * @throws Problem (2) when they are not as they should be, or not what is in the workload's digest
 */
export function stageProjectFiles({ project, copy, copied }: Workload, directory: string): boolean {
  const own = project === null ? [] : copy.filter(({ from }) => isOfProject(from))
  for (const [index, { from, to }] of own.entries()) {
    const entries = listProjectFiles(project as string, from)
    const isFile = entries.length === 1 && entries[0]?.path === ''
    const name = isFile && /(^|\/)\.?$/.test(to) ? join(to, from.split('/').at(-1) as string) : to
    const copies = copyProjectFiles(entries, join(directory, name))
    if (digestOfFiles(copies) !== copied[index]?.digest)
      throw new Problem(2, `${from} changed after the run was planned: let the project's files rest, and try again.`)
  }
  return own.length > 0
}
