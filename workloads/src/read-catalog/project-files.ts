import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { plimsollHome, samplesDirectory } from '../cleanup/plimsoll-home.ts'
import { Problem } from '../problem.ts'
import { gitIgnored } from './git-ignored.ts'

/** A file, link or directory of a project. */
export interface ProjectEntry {
  /** The path relative to the listed path, with `/`. It is empty for a single file. */
  path: string
  source: string
  kind: 'file' | 'link' | 'directory'
}

/**
 * Lists a path of a project: one file, or everything below a directory in a fixed order. Links stay links, and must not
 * lead out of the listed directory. Leaves out what `isProjectFile` excludes, and what git ignores, such as node_modules:
 * it is in no other checkout of the project.
 * @param ignored of a build context: returns whether to leave out an entry; it is called for every entry below a
 * directory too. A context has what git ignores, and a link in it may lead anywhere, as for `docker build`: the builder
 * gets the link, and resolves it inside the context only if the Dockerfile copies what it leads to.
 * @throws Problem (2) if the path, or a link below it, leads out of the project, does not exist, or has a name that is
 * not UTF-8
 */
export function listProjectFiles(
  project: string,
  path: string,
  ignored: ((path: string) => boolean) | null = null,
): ProjectEntry[] {
  const root = resolveInProject(project, path)
  const links = ignored === null ? 'inside' : 'anywhere'
  if (!lstatSync(root).isDirectory()) return [entryOf(root, '', root, path, links)]
  const ignoredByGit = new Set<string>()
  return entriesBelow(root)

  function entriesBelow(directory: string): ProjectEntry[] {
    const all = readable(directory, () => readdirSync(directory, { withFileTypes: true, encoding: 'buffer' }))
    const isRepository = directory === root || all.some(({ name }) => name.toString() === '.git')
    if (ignored === null && isRepository) for (const found of gitIgnored(directory)) ignoredByGit.add(found)
    return all
      .map((found) => ({ found, name: found.name.toString() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ found, name }) => {
        const source = join(directory, name)
        const inside = relative(root, source).split(sep).join('/')
        if (!isProjectFile(project, source) || ignoredByGit.has(source)) return []
        const isIgnored = ignored?.(inside) ?? false
        if (!isUtf8(found.name)) {
          if (isIgnored) return []
          throw new Problem(2, `${path}/${inside} has a name that is not UTF-8. Rename or move it.`)
        }
        const below = found.isDirectory() ? entriesBelow(source) : []
        if (isIgnored) return below
        return [entryOf(source, inside, root, `${path}/${inside}`, links), ...below]
      })
  }
}

/**
 * Whether a file or directory can be an input. The output of runs, which lies in the project's own folder, cannot,
 * because a run must not change its own input, and neither can Plimsoll's own folders, if the home directory is in the
 * project. The .git folder cannot, because it differs between clones and worktrees of the same commit.
 * @param path absolute
 */
export function isProjectFile(project: string, path: string): boolean {
  const name = basename(path)
  if (name === '.git' || isOwnFolder(path)) return false
  return realPath(dirname(path)) !== realPath(project) || !isOutputOfRun(path)
}

/** Whether a file is a document of a run, or a journal by its name. */
export function isOutputOfRun(file: string): boolean {
  if (/\.json\.journal$|^plimsoll-\d{4}-\d\d-\d\dT[\d-]+Z\.journal$/.test(basename(file))) return true
  return file.endsWith('.json') && isRunDocument(file)
}

function isOwnFolder(path: string): boolean {
  try {
    const folders = [plimsollHome(), samplesDirectory()].filter((own) => basename(own) === basename(path))
    return folders.some((own) => realPath(own) === realPath(path))
  } catch {
    return false // This user has no home directory, or no run was made yet.
  }
}

/** Whether a file contains a run document as Plimsoll writes it. */
function isRunDocument(file: string): boolean {
  try {
    if (!lstatSync(file).isFile()) return false // Reading a pipe would block, and a link leads elsewhere.
    const text = readFileSync(file, 'utf8')
    if (!/^\s*\{\s*"schemaVersion":/.test(text)) return false
    const { origin, benchmarks } = JSON.parse(text) as { origin: unknown; benchmarks: unknown }
    return typeof origin === 'object' && Array.isArray(benchmarks)
  } catch {
    return false
  }
}

/**
 * Resolves the real path of a path in a project.
 * @throws Problem (2) if the real path is outside the project or does not exist
 */
export function resolveInProject(project: string, path: string): string {
  let real: string
  try {
    real = realPath(join(project, path))
  } catch {
    throw new Problem(2, `${path} not found in this project. Check its name.`)
  }
  if (!isInside(realPath(project), real))
    throw new Problem(2, `${path} leads out of the project through a link. Replace the link with a copy of its target.`)
  return real
}

/** SHA-256 over the names, contents and execute permissions of files. These three are the same on every machine. */
export function digestOfFiles(entries: ProjectEntry[]): string {
  const hash = createHash('sha256')
  for (const { path, source, kind } of entries) {
    const file = kind === 'file' ? readEntry(source) : null
    const content = file?.content ?? (kind === 'link' ? readLink(source) : '')
    const digest = createHash('sha256').update(content).digest('hex')
    hash.update(`${kind} ${file?.mode.toString(8) ?? ''} ${digest} ${JSON.stringify(path)}\n`)
  }
  return `sha256:${hash.digest('hex')}`
}

/**
 * Copies entries into a directory, which it creates, or copies a single file to a new path. The copies are readable by
 * all users, because the USER of an image can be any user.
 * @param entries as returned by `listProjectFiles`
 * @returns the copies
 * @throws Problem (2) if a file already exists, or an entry is gone since it was listed
 */
export function copyProjectFiles(entries: ProjectEntry[], to: string): ProjectEntry[] {
  const copies = entries.map((entry) => ({ ...entry, source: entry.path === '' ? to : join(to, entry.path) }))
  try {
    if (entries.every(({ path }) => path !== '')) makeDirectory(to)
    for (const [index, { source, kind }] of entries.entries()) {
      const copy = copies[index]?.source as string
      makeDirectory(kind === 'directory' ? copy : dirname(copy))
      if (kind === 'link') symlinkSync(readLink(source), copy)
      if (kind !== 'file') continue
      const { content, mode } = readEntry(source)
      writeFileSync(copy, content, { flag: 'wx' })
      chmodSync(copy, mode)
    }
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new Problem(
      2,
      `Two files of the workload have the same destination in ${basename(to)}. Change one of the destinations.`,
    )
  }
  return copies
}

function makeDirectory(directory: string): void {
  const first = mkdirSync(directory, { recursive: true })
  for (let made = directory; first && made.startsWith(first); made = dirname(made)) chmodSync(made, 0o755)
}

function entryOf(
  source: string,
  path: string,
  root: string,
  shown: string,
  links: 'inside' | 'anywhere',
): ProjectEntry {
  const stat = readable(source, () => lstatSync(source))
  if (stat.isFile()) return { path, source, kind: 'file' }
  if (stat.isDirectory()) return { path, source, kind: 'directory' }
  if (!stat.isSymbolicLink()) throw new Problem(2, `Cannot copy ${shown}: it is not a file, a directory or a link.`)
  if (!isUtf8(readable(source, () => readlinkSync(source, 'buffer'))))
    throw new Problem(2, `${shown} is a link to a name that is not UTF-8. Rename its target.`)
  if (links === 'anywhere') return { path, source, kind: 'link' }
  const target = readLink(source)
  const stays = !target.startsWith('/') && isInside(root, resolve(dirname(source), target)) && staysInReality()
  if (!stays)
    throw new Problem(
      2,
      `${shown} is a link that leads out of the copied directory. Replace the link with a copy of its target, or let git ignore it.`,
    )
  return { path, source, kind: 'link' }

  function staysInReality(): boolean {
    try {
      return isInside(root, realPath(source))
    } catch {
      return true // The path is a dangling link.
    }
  }
}

function isInside(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (error instanceof Problem) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new Problem(
        2,
        `${path} changed while it was read. Do not change the project's files during a run; try again.`,
      )
    if (code === 'ERR_FS_FILE_TOO_LARGE')
      throw new Problem(2, `${path} has 2 GiB or more, so it cannot be copied. Leave it out, or make it smaller.`)
    throw new Problem(2, `Cannot read ${path} (${code}). Check its permissions.`)
  }
}

function readLink(source: string): string {
  return readable(source, () => readlinkSync(source))
}

/** Reads a file's contents and mode. */
function readEntry(source: string): { content: Buffer; mode: number } {
  return readable(source, () => ({
    content: readFileSync(source),
    mode: statSync(source).mode & 0o100 ? 0o755 : 0o644,
  }))
}

/**
 * Resolves a path link by link, as the system does. Node's own implementation removes `..` before it resolves links.
 */
function realPath(path: string): string {
  return realpathSync.native(path)
}
