// Plain JavaScript, like what starts it.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/** What the registry is made of, in the package. */
const PARTS = ['README.md', 'tsconfig.json', 'package.json', 'examples', 'schema', 'site']

/**
 * Where the sources of the registry can be run. Node strips types, and Next compiles pages, only outside of
 * `node_modules`: what is installed there is copied once, to the caches that `plimsoll clean` empties.
 * @param {string} directory of the repository or the package
 * @returns {string} the same directory, or that of the copy
 */
export function outsideOfModules(directory) {
  const installed = realpathSync(directory)
  const modules = installed.lastIndexOf(`${path.sep}node_modules${path.sep}`)
  if (modules < 0) return directory
  // npm gives each installed file the same time of change; when the file was made here differs.
  const { ctimeMs } = statSync(path.join(installed, 'package.json'))
  const name = createHash('sha256').update(`${installed}\n${ctimeMs}`).digest('hex').slice(0, 16)
  const caches = path.join(homedir(), '.plimsoll', 'cache')
  const copy = path.join(caches, `registry-${name}`)
  if (existsSync(copy)) return copy
  mkdirSync(caches, { recursive: true })
  const staging = mkdtempSync(path.join(caches, '.registry-'))
  for (const part of PARTS) cpSync(path.join(installed, part), path.join(staging, part), { recursive: true })
  // Relative: Turbopack takes what an absolute link leads to for other packages than those that Node finds there.
  const packages = path.relative(realpathSync(staging), installed.slice(0, modules + '/node_modules'.length))
  symlinkSync(packages, path.join(staging, 'node_modules'), 'dir')
  const own = path.join(staging, 'site', 'node_modules', '@plimsoll')
  mkdirSync(own, { recursive: true })
  symlinkSync(path.join('..', '..', '..', 'schema'), path.join(own, 'schema'), 'dir')
  try {
    renameSync(staging, copy)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(copy)) throw error
  }
  return copy
}
