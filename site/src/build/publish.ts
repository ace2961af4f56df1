import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { RegistryError } from '../errors.ts'

/** Marks a directory as one that a build may replace. */
const MARKER = '.plimsoll-site'

/** What Next exports for its own client runtime, which no page here loads. */
const UNUSED = new Set(['_next', '_not-found', '_not-found.html', '_not-found.txt', '404', '404.html'])

/**
 * Puts exported pages and further files where they are served from, all at once: readers see the whole old site or the
 * whole new one. Stylesheets of earlier builds are kept, because pages rendered then link to them.
 * @param files by their path below the directory. Throws `foreign-directory` rather than replace what is not ours
 */
export function publish(exported: string, files: Map<string, Buffer>, directory: string): void {
  assertReplaceable(directory)
  const staging = `${directory}.new-${process.pid}`
  const retired = `${directory}.old-${process.pid}`
  try {
    mkdirSync(staging, { recursive: true })
    for (const name of readdirSync(exported)) {
      if (!UNUSED.has(name)) cpSync(path.join(exported, name), path.join(staging, name), { recursive: true })
    }
    for (const [name, bytes] of [...earlierStylesheets(directory), ...files]) {
      mkdirSync(path.dirname(path.join(staging, name)), { recursive: true })
      writeFileSync(path.join(staging, name), bytes)
    }
    writeFileSync(path.join(staging, MARKER), '')
    if (existsSync(directory)) renameSync(directory, retired)
    renameSync(staging, directory)
  } finally {
    rmSync(staging, { recursive: true, force: true })
    rmSync(retired, { recursive: true, force: true })
  }
}

/** Throws `foreign-directory` where a directory holds something that no build made. */
export function assertReplaceable(directory: string): void {
  if (!existsSync(directory) || existsSync(path.join(directory, MARKER)) || readdirSync(directory).length === 0) return
  throw new RegistryError(
    'foreign-directory',
    `${directory} holds something that is not a built site; name an empty or a new directory with --out.`,
  )
}

function earlierStylesheets(directory: string): [string, Buffer][] {
  const assets = path.join(directory, 'assets')
  if (!existsSync(assets)) return []
  const names = readdirSync(assets).filter((name) => /^site\.[0-9a-f]+\.css$/.test(name))
  return names.map((name) => [`assets/${name}`, readFileSync(path.join(assets, name))])
}
