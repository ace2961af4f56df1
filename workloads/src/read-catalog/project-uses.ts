import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { MAX_DOCUMENT_BYTES } from '@plimsoll/schema'
import { readDocumentFile } from '@plimsoll/schema/node'
import { dockerignore } from './dockerignore.ts'
import { ignoreFile, ignoreFiles } from './project-inputs.ts'
import { isOfProject } from './project-workload-rules.ts'
import { FOLDER, parseProjectWorkloads, type WorkloadFile, yamlFiles } from './project-workloads.ts'

/**
 * What the workloads of a project use of it. If files of the project are missing, so may be a part of what is used: they
 * may be links or workload files.
 */
export interface ProjectUses {
  /** the names of the workloads */
  names: string[]
  /** Paths of the project that contain everything that is used. `.` is the whole project. */
  roots: string[]
  /**
   * Whether workloads use a file. Of a directory: whether they may use a file that it contains.
   * @param isIgnored whether git ignores a path. A build context has such files, and a copied directory does not, unless
   * git ignores the directory itself.
   */
  includes(path: string, kind: 'file' | 'directory', isIgnored?: (path: string) => boolean): boolean
  /** Whether a file is a workload file, or whether a directory may contain one. */
  definesWorkloads(path: string, kind: 'file' | 'directory'): boolean
}

/** The maximum number of links in a path. Linux has the same limit. */
const MAX_LINKS = 40

/** One copied path, Dockerfile or build context. */
interface Part {
  root: string
  /** Whether the part has files that git ignores. */
  isContext: boolean
  /** whether a path relative to `root` is left out, with everything below it if it is a directory */
  isIgnored(path: string, kind: 'file' | 'directory'): boolean
}

/**
 * Returns what the workloads of a project use: the workload files, copied files, Dockerfiles and build contexts.
 * @param chosen the names of workloads; if empty, all workloads of the project
 * @param command a workload that is in no file, which is then the only one
 */
export function projectUses(
  project: string,
  chosen: readonly string[],
  command: WorkloadFile | null = null,
): ProjectUses {
  const workloads = parseProjectWorkloads(project, chosen, command)
  const all = [FOLDER, ...yamlFiles(project).map((name) => `${FOLDER}/${name}`)]
  const files = chosen.length === 0 ? all : chosen.map((name) => `${FOLDER}/${name}.yml`)
  const used = (path: string) => partsOf(project, path)
  const parts = [
    ...files.flatMap(used),
    ...workloads.flatMap(({ copy, image }) => [
      ...copy.filter(({ from }) => isOfProject(from)).flatMap(({ from }) => used(from)),
      ...('dockerfile' in image ? [...used(image.dockerfile), ...contextParts(project, image)] : []),
    ]),
  ]
  return {
    names: workloads.map(({ workload }) => workload),
    roots: [...new Set(parts.map(({ root }) => root))],
    includes: (path, kind, isIgnored = () => false) =>
      isIn(
        parts.filter(({ root, isContext }) => isContext || isIgnored(root) || !isIgnored(path)),
        path,
        kind,
      ),
    definesWorkloads: (path, kind) => isIn(all.flatMap(used), path, kind),
  }
}

function isIn(parts: readonly Part[], path: string, kind: 'file' | 'directory'): boolean {
  return parts.some(({ root, isIgnored }) => {
    if (kind === 'directory' && isBelow(root, path)) return true
    return isBelow(path, root) && !isIgnored(posix.relative(root, path), kind)
  })
}

function whole(root: string, isContext = false): Part {
  return { root, isContext, isIgnored: () => false }
}

/** A path of a workload: where it leads, and the links through which it leads there. */
function partsOf(project: string, path: string): Part[] {
  const { real, links } = resolveLinks(project, path)
  return [...links, real].map((root) => whole(root))
}

/** The build context, and the files that say what is not in it, which may lie elsewhere. */
function contextParts(project: string, image: Parameters<typeof ignoreFile>[1]): Part[] {
  const path = ignoreFile(project, image)
  const paths = ignoreFiles(image)
  const { real, links } = resolveLinks(project, image.context ?? '.')
  return [
    ...links.map((root) => whole(root, true)),
    path === null ? whole(real, true) : contextPart(project, real, path),
    // A missing file that would count instead is used, too.
    ...paths.slice(0, path === null ? paths.length : paths.indexOf(path) + 1).flatMap((file) => partsOf(project, file)),
  ]
}

function contextPart(project: string, root: string, ignored: string): Part {
  try {
    const bytes = readDocumentFile(join(project, ignored))
    if (bytes.length > MAX_DOCUMENT_BYTES) return whole(root, true)
    const text = bytes.toString()
    const isExcluded = dockerignore(text)
    const included = text.split('\n').flatMap((line) => {
      const pattern = line.trim()
      return pattern.startsWith('!') ? [posix.normalize(pattern.slice(1).trim() || '.')] : []
    })
    return {
      root,
      isContext: true,
      isIgnored: (path, kind) =>
        isExcluded(path) && (kind === 'file' || !included.some((pattern) => mayMatchBelow(pattern, path))),
    }
  } catch {
    return whole(root, true) // The file is invalid.
  }
}

/** Whether a pattern may match a path below a directory. May return true for a pattern that does not. */
function mayMatchBelow(pattern: string, directory: string): boolean {
  const literal = pattern.replace(/^\/+/, '').replace(/[*?[\\].*$/, '')
  const below = `${directory}/`
  return literal.startsWith(below) || (literal.length < pattern.length && below.startsWith(literal))
}

/**
 * Resolves the links in a path of a workload one by one, also if a target is missing.
 * @returns the path in the project to which the path leads, and the paths of the links. The whole project, if a link
 * leads out of the project.
 */
function resolveLinks(project: string, path: string): { real: string; links: string[] } {
  const steps = posix.normalize(path).split('/')
  const links: string[] = []
  let real = '.'
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (step === '' || step === '.') continue
    const here = posix.join(real, step)
    const file = join(project, here)
    const stat = lstatSync(file, { throwIfNoEntry: false })
    const target = stat?.isSymbolicLink() ? readlinkSync(file) : null
    if (here.startsWith('..') || target?.startsWith('/') || links.length === MAX_LINKS) return { real: '.', links }
    if (target === null) {
      // A case-insensitive file system finds the file by another name than its own.
      real = stat && step !== '..' ? posix.join(real, basename(realpathSync.native(file))) : here
      continue
    }
    links.push(here)
    steps.unshift(...target.split('/'))
  }
  return { real, links }
}

function isBelow(path: string, directory: string): boolean {
  return directory === '.' || path === directory || path.startsWith(`${directory}/`)
}
