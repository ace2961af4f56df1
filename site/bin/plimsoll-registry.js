#!/usr/bin/env node
// Plain JavaScript, so that an older Node can run it and report its own version as the problem.
import module from 'node:module'
import { homedir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { outsideOfModules } from './outside-node-modules.js'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `plimsoll-registry needs Node 24 or later; this is ${process.versions.node}. In a clone, run it with npx.`,
  )
  process.exit(3)
}
try {
  process.cwd()
} catch {
  console.error('The working directory was removed. Change to another one: cd ~')
  process.exit(3)
}
// Unset the same variables as unsetMeaninglessVariables: an empty or relative HOME would put the caches into the working
// directory.
for (const [name, value] of Object.entries(process.env))
  if (value === '' || (/^(HOME|TMPDIR|XDG_[A-Z]+_(HOME|DIR))$/.test(name) && !path.isAbsolute(value)))
    delete process.env[name]
// Keep Node's compile cache with the other caches, which `plimsoll clean` empties. It halves the next start-up time, also
// that of threads, of processes and of Next, which read the variable.
try {
  const cache = path.join(homedir(), '.plimsoll', 'cache', 'compile')
  module.enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE ??= cache
} catch {
  // This user has no home directory. What needs one says so.
}
await import('./jsx.js')
const directory = outsideOfModules(fileURLToPath(new URL('../..', import.meta.url)))
const source = (name) => import(pathToFileURL(path.join(directory, name)).href)
const { reportLostOutput } = await source('schema/src/node/lost-output.ts')
reportLostOutput('plimsoll-registry')
const { main } = await source('site/src/command.ts')
process.exitCode = await main(process.argv.slice(2))
