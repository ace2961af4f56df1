// Plain JavaScript: `plimsoll-registry.js` imports it before Node can strip types.
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

/** The files and folders of the package that the registry needs. */
const PARTS = ['README.md', 'tsconfig.json', 'package.json', 'examples', 'schema', 'site']

/**
 * Returns a directory in which the registry's sources can run. Node strips types, and Next compiles pages, only outside
 * of `node_modules`: an installed package is copied once to a cache, which `plimsoll clean` empties.
 * @param {string} directory of the repository or the package
 * @returns {string} the same directory, or that of the copy
 */
export function outsideOfModules(directory) {
  const installed = realpathSync(directory)
  const modules = installed.lastIndexOf(`${path.sep}node_modules${path.sep}`)
  if (modules < 0) return directory
  // npm gives every installed file the same modification time; the change time tells two installations apart.
  const { ctimeMs } = statSync(path.join(installed, 'package.json'))
  const name = createHash('sha256').update(`${installed}\n${ctimeMs}`).digest('hex').slice(0, 16)
  const caches = path.join(homeDirectory(), '.plimsoll', 'cache')
  const copy = path.join(caches, `registry-${name}`)
  if (existsSync(copy)) return copy
  mkdirSync(caches, { recursive: true })
  const staging = mkdtempSync(path.join(caches, '.registry-'))
  for (const part of PARTS) cpSync(path.join(installed, part), path.join(staging, part), { recursive: true })
  // Use a relative link: behind an absolute link, Turbopack finds other packages than Node does.
  const packages = path.relative(realpathSync(staging), installed.slice(0, modules + '/node_modules'.length))
  symlinkSync(packages, path.join(staging, 'node_modules'), 'dir')
  const own = path.join(staging, 'site', 'node_modules', '@plimsoll')
  mkdirSync(own, { recursive: true })
  symlinkSync(path.join('..', '..', '..', 'schema'), path.join(own, 'schema'), 'dir')
  try {
    renameSync(staging, copy)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    // Another process made the copy first.
    if (!existsSync(copy)) throw error
  }
  return copy
}

function homeDirectory() {
  try {
    return homedir()
  } catch {
    console.error('This user has no home directory. Set HOME to a writable folder.')
    process.exit(3)
  }
}
