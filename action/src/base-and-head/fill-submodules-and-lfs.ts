import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Problem, type ProjectUses } from '@plimsoll/workloads'
import { git } from '../git.ts'
import { printable } from '../plain-text.ts'
import { fetchCommit, missingObjects, type RemoteRepository, repositoryAddress } from './fetch-objects.ts'
import { gitFilters } from './git-filters.ts'
import {
  type Download,
  type LfsObject,
  localObject,
  readPointer,
  requestDownloads,
  writeObject,
} from './lfs-objects.ts'
import { submoduleRepository } from './submodule-repository.ts'

/** A version of a pull request that git has checked out without submodules and without filters. */
export interface Version {
  /** the repository that actions/checkout has checked out */
  checkout: string
  name: 'base' | 'head'
  commit: string
  folder: string
  remote: RemoteRepository
  /** returns what is to be filled, by the contents that the version has so far */
  uses: () => ProjectUses['includes']
  /** the files that were filled from Git LFS so far, in all versions, by the SHA-256 of their contents */
  objects: Map<string, string>
  /** the paths of submodules, and of files in Git LFS, that were filled so far in this version */
  filled: Record<'submodules' | 'files', Set<string>>
}

/** The version itself, or a submodule in it. */
interface Tree {
  /** the path in the version; empty for the version itself */
  path: string
  /** the repository on the server; null if it is on another server */
  remote: RemoteRepository | null
}

interface Entry {
  mode: string
  id: string
  /** the path in the version */
  path: string
}

/** The mode of a submodule in git's index. */
const SUBMODULE = '160000'

/**
 * Fills those submodules and Git LFS files of a version that its workloads use. Their contents come from the checkout, or
 * from the server of the pull request. The pull request's own words, such as .gitmodules, choose no other server and no
 * program.
 * @throws Problem (2) or (3) that names a path whose contents a workload would use, and which cannot be had
 */
export async function completeVersion(version: Version): Promise<void> {
  // What was filled may be a link, a workload file or a .dockerignore file, and then says what else is used.
  const { submodules, files } = version.filled
  for (let before = -1; submodules.size + files.size > before; ) {
    before = submodules.size + files.size
    await completeTree(version, { path: '', remote: version.remote })
  }
}

async function completeTree(version: Version, tree: Tree): Promise<void> {
  const isUsed = version.uses()
  const entries = (await entriesOf(version, tree)).filter(({ mode, path }) =>
    isUsed(path, mode === SUBMODULE ? 'directory' : 'file'),
  )
  await fillFiles(version, tree, entries)
  const submodules = entries.filter(({ mode }) => mode === SUBMODULE)
  const urls = submodules.length > 0 ? await submoduleUrls(version, tree) : new Map<string, string>()
  for (const submodule of submodules) {
    const { server, token } = version.remote
    const url = urls.get(submodule.path)
    const repository = url === undefined ? null : submoduleRepository(url, tree.remote?.repository ?? null, server)
    const remote = repository === null ? null : { server, repository, token }
    const unknown = url === undefined ? '.gitmodules does not name its address' : `it is not on ${server}`
    if (!version.filled.submodules.has(submodule.path)) await fillSubmodule(version, submodule, remote ?? unknown)
    version.filled.submodules.add(submodule.path)
    await completeTree(version, { path: submodule.path, remote })
  }
}

async function entriesOf({ folder }: Version, { path: prefix }: Tree): Promise<Entry[]> {
  const { stdout } = await must(join(folder, prefix), ['ls-files', '--stage', '-z'])
  return [...stdout.matchAll(/(\d+) ([0-9a-f]+) \d\t([^\0]+)\0/g)].map(([, mode = '', id = '', path = '']) => ({
    ...{ mode, id, path: join(prefix, path) },
  }))
}

/** The `url` of each submodule in .gitmodules, by its path in the version. */
async function submoduleUrls({ folder }: Version, { path: prefix }: Tree): Promise<Map<string, string>> {
  const list = ['config', '--null', '--blob', 'HEAD:.gitmodules', '--get-regexp', '^submodule\\..*\\.(path|url)$']
  const { stdout } = await git(join(folder, prefix), list)
  const values = new Map([...stdout.matchAll(/([^\n]+)\n([^\0]*)\0/g)].map(([, key = '', value = '']) => [key, value]))
  const urls = new Map<string, string>()
  for (const [key, path] of values) {
    const url = key.endsWith('.path') ? values.get(key.replace(/\.path$/, '.url')) : undefined
    if (url !== undefined) urls.set(join(prefix, path), url)
  }
  return urls
}

/** @param remote where its commits can be fetched, or why there is no such repository */
async function fillSubmodule(version: Version, { path, id }: Entry, remote: RemoteRepository | string): Promise<void> {
  const folder = join(version.folder, path)
  assertReal(version, path)
  // The submodule gets a repository of its own, so that nothing is left in the checkout.
  await must(folder, ['init', '--quiet', '--template=', `--object-format=${id.length === 64 ? 'sha256' : 'sha1'}`])
  const alternates = join(folder, '.git/objects/info/alternates')
  const objects = (await gitDirectories(version, path)).map((directory) => join(directory, 'objects'))
  mkdirSync(join(folder, '.git/objects/info'), { recursive: true })
  writeFileSync(alternates, objects.map((directory) => `${directory}\n`).join(''))
  if ((await missingObjects(folder, id)).length > 0) {
    // These repositories may be shallow, so the server must not assume that they have all earlier objects.
    rmSync(alternates)
    const reason =
      typeof remote === 'string' ? remote : await fetchCommit(folder, id, repositoryAddress(remote), remote)
    if (reason !== null)
      throw new Problem(
        3,
        `The workloads use the submodule ${printable(path)}, whose commit ${id.slice(0, 10)} in ${version.name} is not in the checkout and cannot be fetched (${printable(reason)}). Set submodules: recursive and fetch-depth: 0 in actions/checkout or, if only an image's build context contains it, list it in .dockerignore.`,
      )
  }
  const { none } = await gitFilters(folder)
  await must(folder, ['read-tree', '--no-recurse-submodules', '--reset', '-u', id], none)
  await must(folder, ['update-ref', '--no-deref', 'HEAD', id])
}

/** The git directories that may have the objects of a submodule: its own, and those of all others in the checkout. */
async function gitDirectories({ checkout }: Version, path = ''): Promise<string[]> {
  const { stdout } = await must(checkout, ['rev-parse', '--git-common-dir'])
  const common = resolve(checkout, stdout)
  const embedded = join(checkout, path, '.git')
  const all = [common, ...(isDirectory(embedded) ? [embedded] : []), ...repositoriesBelow(join(common, 'modules'))]
  // The file `alternates` has one path per line, and a pull request names its submodules.
  return [...new Set(all)].filter((directory) => !/["\n]/.test(directory))
}

function repositoriesBelow(folder: string): string[] {
  if (!isDirectory(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const directory = join(folder, name)
      const isRepository = isDirectory(join(directory, 'objects')) && isDirectory(join(directory, 'refs'))
      return isRepository ? [directory, ...repositoriesBelow(join(directory, 'modules'))] : repositoriesBelow(directory)
    })
}

/** Fills the Git LFS files among these entries. Refuses files that another filter of this machine would change. */
async function fillFiles(version: Version, tree: Tree, entries: Entry[]): Promise<void> {
  const files = entries.flatMap(({ mode, path }) =>
    mode.startsWith('100') && !version.filled.files.has(path) ? [path] : [],
  )
  const filters = files.length > 0 ? await filtersOf(version, tree, files) : new Map<string, string>()
  if (filters.size === 0) return
  const { names } = await gitFilters(join(version.folder, tree.path))
  const [filtered] = [...filters].filter(([, filter]) => filter !== 'lfs' && names.has(filter))
  if (filtered)
    throw new Problem(
      3,
      `The workloads use ${printable(filtered[0])}, which git writes with the filter '${printable(filtered[1])}' on this machine. Plimsoll runs no filters, because a pull request chooses the files for them: remove filter.${printable(filtered[1])} from git's configuration, or do not use this file.`,
    )
  const pointers = [...filters].flatMap(([path, filter]) => {
    if (filter !== 'lfs') return []
    assertReal(version, path)
    const object = pointerIn(version, path)
    return object ? [{ path, object }] : []
  })
  if (pointers.length > 0) await fillPointers(version, tree, pointers)
  // Git compares a file with what its filter would store. The filter may not be installed.
  const filterNames = [...filters.keys()].map((path) => inTree(tree, path)).join('\0')
  await must(join(version.folder, tree.path), ['update-index', '--assume-unchanged', '-z', '--stdin'], {}, filterNames)
}

function pointerIn(version: Version, path: string): LfsObject | null {
  try {
    return readPointer(join(version.folder, path))
  } catch (error) {
    throw new Problem(
      3,
      `The workloads use ${printable(path)}, whose contents in ${version.name} are in Git LFS, but ${(error as Error).message}. Store the file without the extension, or do not use it.`,
    )
  }
}

/** The files to which a filter applies, and the name of the filter. */
async function filtersOf(version: Version, tree: Tree, files: string[]): Promise<Map<string, string>> {
  const input = files.map((path) => inTree(tree, path)).join('\0')
  const { stdout } = await must(join(version.folder, tree.path), ['check-attr', '--stdin', '-z', 'filter'], {}, input)
  const fields = [...stdout.matchAll(/([^\0]+)\0filter\0([^\0]*)\0/g)]
  return new Map(
    fields.flatMap(([, path = '', filter = '']) =>
      ['unspecified', 'unset', 'set'].includes(filter) ? [] : [[join(tree.path, path), filter] as const],
    ),
  )
}

async function fillPointers(
  version: Version,
  { remote }: Tree,
  pointers: { path: string; object: LfsObject }[],
): Promise<void> {
  const directories = await gitDirectories(version)
  const here = (object: LfsObject) => version.objects.get(object.oid) ?? localObject(object, directories)
  const objects = new Map(pointers.map(({ object }) => [object.oid, object]))
  const missing = [...objects.values()].filter((object) => here(object) === null)
  let reason = remote === null ? `its submodule is not on ${version.remote.server}` : 'the server does not have it'
  let downloads = new Map<string, Download>()
  if (remote !== null && missing.length > 0) {
    try {
      downloads = await requestDownloads(missing, remote)
    } catch (error) {
      reason = (error as Error).message
    }
  }
  for (const { path, object } of pointers) {
    const source = here(object) ?? downloads.get(object.oid)
    try {
      if (source === undefined) throw new Error(reason)
      await writeObject(object, source, join(version.folder, path))
      version.objects.set(object.oid, join(version.folder, path))
      version.filled.files.add(path)
    } catch (error) {
      throw new Problem(
        3,
        `The workloads use ${printable(path)}, whose contents in ${version.name} are in Git LFS, are not in the checkout and cannot be fetched (${printable((error as Error).message)}). ${lfsRemedy(version)}`,
      )
    }
  }
}

function lfsRemedy({ name, commit }: Version): string {
  return name === 'head'
    ? 'Set lfs: true in actions/checkout.'
    : `After actions/checkout with lfs: true, run \`git lfs fetch origin ${commit}\`.`
}

/**
 * Ensures that a path of a version leads through no link. A case-insensitive file system can mix up a link and a folder.
 * @throws Problem (3)
 */
function assertReal({ folder, name }: Version, path: string): void {
  try {
    if (realpathSync.native(join(folder, path)) === join(realpathSync.native(folder), path)) return
  } catch {
    // The path does not exist, for example because its name is not UTF-8.
  }
  throw new Problem(3, `git did not check out ${printable(path)} of ${name} under this name. Rename it.`)
}

function inTree({ path: prefix }: Tree, path: string): string {
  return prefix === '' ? path : path.slice(prefix.length + 1)
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

async function must(directory: string, args: string[], environment: NodeJS.ProcessEnv = {}, input = '') {
  const result = await git(directory, args, { environment, input })
  if (result.exitCode !== 0)
    throw new Problem(3, `git ${args[0]} failed in a worktree (${result.stderr.trim().split('\n').at(-1)}).`)
  return result
}
