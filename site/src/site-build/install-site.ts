import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { listFiles } from './list-files.ts'
import { type SiteSource, writeManifest } from './manifest.ts'
import { stagingDirectory } from './staging.ts'
import { assertReplaceable } from './target.ts'

/** Files that Next exports for its own client runtime, which no page here loads. */
const UNUSED = new Set(['_next', '_not-found', '_not-found.html', '_not-found.txt', '404', '404.html'])

/**
 * Calls a function with a new directory beside a site, in which the function makes the new site for `installSite`.
 * Deletes what is left of the directory.
 */
export async function withStaging<Result>(
  directory: string,
  work: (staging: string) => Promise<Result>,
): Promise<Result> {
  const staging = stagingDirectory(directory, 'new')
  try {
    mkdirSync(staging)
    mkdirSync(path.join(staging, 'runs'))
    return await work(staging)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** The parts of a new site. */
export interface NewSite {
  /** The directory of the new site, which has the files that were taken over from the old one. */
  staging: string
  /** The directory of the pages that Next exported. */
  exported: string
  /** Further files, by their path below the directory. */
  files: ReadonlyMap<string, Buffer>
  /** What the files are made from, by path; without those that every build makes. */
  inputs: ReadonlyMap<string, string>
  /** The documents of the runs in the site, as paths. */
  documents: string[]
  source: SiteSource
}

/**
 * Completes a new site, and replaces the old site by it, all at once: readers see either the whole old site or the whole
 * new one. Only a kill between the two renames of `exchange` leaves no site; the next build or start of a server then puts
 * the old one back.
 * @throws RegistryError `foreign-directory` if the directory holds files that no build made, `build-failed` if a run was
 *   deleted since the build began
 */
export function installSite({ staging, exported, files, inputs, documents, source }: NewSite, directory: string): void {
  assertNoneDeleted(documents)
  // A file that was taken over may be a hard link to the old site's file: replace it, never write to it.
  for (const name of listFiles(exported)) {
    if (!UNUSED.has(name.split('/')[0] ?? '')) moveFile(path.join(exported, name), addressIn(staging, name))
  }
  for (const [name, bytes] of files) {
    rmSync(path.join(staging, name), { force: true })
    writeFileSync(addressIn(staging, name), bytes)
  }
  writeManifest(staging, source, inputs)
  assertReplaceable(directory)
  exchange(staging, directory)
}

/**
 * A run that is deleted during a build, perhaps because of personal data, must not be published once more.
 * @throws RegistryError `build-failed`
 */
function assertNoneDeleted(documents: string[]): void {
  const deleted = documents.find((document) => !existsSync(document))
  if (deleted === undefined) return
  const sentence = `Run ${path.parse(deleted).name} was deleted while the site was built, so the new site was not published. Build again.`
  throw new RegistryError('build-failed', sentence, EXIT.environment)
}

/** Exchanges the old site for the new one. If the new site cannot be put in place, puts the old one back. */
export function exchange(staging: string, directory: string): void {
  if (!existsSync(directory)) {
    renameSync(staging, directory)
    return
  }
  const retired = stagingDirectory(directory, 'old')
  renameSync(directory, retired)
  try {
    renameSync(staging, directory)
  } catch (error) {
    renameSync(retired, directory)
    throw error
  }
  rmSync(retired, { recursive: true, force: true })
}

/** Returns the path of a file below a directory, and makes the folders of the path. */
function addressIn(directory: string, name: string): string {
  const file = path.join(directory, name)
  mkdirSync(path.dirname(file), { recursive: true })
  return file
}

/** Moves a file. Copies it if the site lies on another file system than the export. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    rmSync(to, { force: true })
    copyFileSync(from, to)
  }
}

/**
 * Takes over files of the old site into a new one, with their times. Makes hard links, which need no space. Makes copies if
 * the file system has no hard links.
 * @param names the paths of the files, the same below both directories
 */
export function takeOver(from: string, to: string, names: string[]): void {
  for (const folder of new Set(names.map((name) => path.dirname(name)))) {
    mkdirSync(path.join(to, folder), { recursive: true })
  }
  for (const name of names) keepFile(path.join(from, name), path.join(to, name))
}

function keepFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    copyFileSync(from, to)
    const { atimeMs, mtimeMs } = statSync(from)
    utimesSync(to, atimeMs / 1000, mtimeMs / 1000)
  }
}
