import { lstatSync, realpathSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { MAX_DOCUMENT_BYTES } from '@plimsoll/schema'
import { readDocumentFile } from '@plimsoll/schema/node'
import { dockerignore } from './dockerignore.ts'
import { ignoreFile } from './project-inputs.ts'
import { isOfProject } from './project-workload-rules.ts'
import { FOLDER, parseProjectWorkloads } from './project-workloads.ts'

/** What the workloads of a project use of it, also if files of the project are missing. */
export interface ProjectUses {
  /** the names of the workloads */
  names: string[]
  /** Paths of the project that contain everything that is used. `.` is the whole project. */
  roots: string[]
  /** Whether workloads use a file. Of a directory: whether they may use a file that it contains. */
  includes(path: string, kind: 'file' | 'directory'): boolean
}

/** One copied path, Dockerfile or build context. */
interface Part {
  root: string
  /** whether a path relative to `root` is left out, with everything below it if it is a directory */
  isIgnored(path: string, kind: 'file' | 'directory'): boolean
}

/**
 * Returns what the workloads of a project use: the workload files, copied files, Dockerfiles and build contexts.
 * @param chosen the names of workloads; if empty, all workloads of the project
 */
export function projectUses(project: string, chosen: readonly string[]): ProjectUses {
  const workloads = parseProjectWorkloads(project, chosen)
  const files = chosen.length === 0 ? [FOLDER] : chosen.map((name) => `${FOLDER}/${name}.yml`)
  const parts = [
    ...files.map(whole),
    ...workloads.flatMap(({ copy, image }) => [
      ...copy.filter(({ from }) => isOfProject(from)).map(({ from }) => whole(realPart(project, from))),
      ...('dockerfile' in image ? [whole(realPart(project, image.dockerfile)), ...contextParts(project, image)] : []),
    ]),
  ]
  return {
    names: workloads.map(({ workload }) => workload),
    roots: [...new Set(parts.map(({ root }) => root))],
    includes: (path, kind) =>
      parts.some(({ root, isIgnored }) => {
        if (kind === 'directory' && isBelow(root, path)) return true
        return isBelow(path, root) && !isIgnored(posix.relative(root, path), kind)
      }),
  }
}

function whole(root: string): Part {
  return { root, isIgnored: () => false }
}

/** The build context, and the file that says what is not in it, which may lie elsewhere. */
function contextParts(project: string, image: Parameters<typeof ignoreFile>[1]): Part[] {
  const path = ignoreFile(project, image)
  const root = realPart(project, image.context ?? '.')
  return path === null ? [whole(root)] : [whole(realPart(project, path)), contextPart(project, root, path)]
}

function contextPart(project: string, root: string, ignored: string): Part {
  try {
    const bytes = readDocumentFile(join(project, ignored))
    if (bytes.length > MAX_DOCUMENT_BYTES) return whole(root)
    const text = bytes.toString()
    const isExcluded = dockerignore(text)
    const included = text.split('\n').flatMap((line) => {
      const pattern = line.trim()
      return pattern.startsWith('!') ? [posix.normalize(pattern.slice(1).trim() || '.')] : []
    })
    return {
      root,
      isIgnored: (path, kind) =>
        isExcluded(path) && (kind === 'file' || !included.some((pattern) => mayMatchBelow(pattern, path))),
    }
  } catch {
    return whole(root) // The file is invalid.
  }
}

/** Whether a pattern may match a path below a directory. May return true for a pattern that does not. */
function mayMatchBelow(pattern: string, directory: string): boolean {
  const literal = pattern.replace(/^\/+/, '').replace(/[*?[\\].*$/, '')
  const below = `${directory}/`
  return literal.startsWith(below) || (literal.length < pattern.length && below.startsWith(literal))
}

/**
 * The path in the project to which a path of a workload leads. The whole project, if a link leads out of the project or
 * to a file that is missing.
 */
function realPart(project: string, path: string): string {
  const part = posix.join(path).replace(/\/$/, '')
  if (part === '.') return part
  const parent = realPart(project, posix.dirname(part))
  const here = posix.join(parent, posix.basename(part))
  if (!lstatSync(join(project, here), { throwIfNoEntry: false })?.isSymbolicLink()) return here
  try {
    const real = relative(realpathSync.native(project), realpathSync.native(join(project, here)))
    return real.startsWith('..') ? '.' : real.split(sep).join('/') || '.'
  } catch {
    return '.'
  }
}

function isBelow(path: string, directory: string): boolean {
  return directory === '.' || path === directory || path.startsWith(`${directory}/`)
}
