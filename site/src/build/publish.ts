import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { assertReplaceable, listFiles, MARKER } from './target.ts'

/** What Next exports for its own client runtime, which no page here loads. */
const UNUSED = new Set(['_next', '_not-found', '_not-found.html', '_not-found.txt', '404', '404.html'])

/**
 * Puts exported pages and further files where they are served from, all at once: readers see the whole old site or the
 * whole new one. Stylesheets of earlier builds are kept, because pages rendered then link to them.
 * @param files by their path below the directory. Throws `foreign-directory` rather than replace what is not ours
 */
export function publish(exported: string, files: Map<string, Buffer>, directory: string): void {
  const staging = `${directory}.new-${process.pid}`
  try {
    mkdirSync(staging)
    for (const name of readdirSync(exported)) {
      if (!UNUSED.has(name)) cpSync(path.join(exported, name), path.join(staging, name), { recursive: true })
    }
    for (const [name, bytes] of [...earlierStylesheets(directory), ...files]) {
      mkdirSync(path.dirname(path.join(staging, name)), { recursive: true })
      writeFileSync(path.join(staging, name), bytes)
    }
    writeFileSync(path.join(staging, MARKER), `${listFiles(staging).join('\n')}\n`)
    assertReplaceable(directory)
    exchange(staging, directory)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Where the new directory cannot be put in place, the old one is put back. */
export function exchange(staging: string, directory: string): void {
  if (!existsSync(directory)) {
    renameSync(staging, directory)
    return
  }
  const retired = `${directory}.old-${process.pid}`
  renameSync(directory, retired)
  try {
    renameSync(staging, directory)
  } catch (error) {
    renameSync(retired, directory)
    throw error
  }
  rmSync(retired, { recursive: true, force: true })
}

function earlierStylesheets(directory: string): [string, Buffer][] {
  const assets = path.join(directory, 'assets')
  if (!existsSync(assets)) return []
  const names = readdirSync(assets).filter((name) => /^site\.[0-9a-f]+\.css$/.test(name))
  return names.map((name) => [`assets/${name}`, readFileSync(path.join(assets, name))])
}
