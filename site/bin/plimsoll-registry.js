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
// Keep Node's compile cache with the other caches, which `plimsoll clean` empties. It halves the next start-up time, also
// that of threads, of processes and of Next, which read the variable.
const cache = path.join(homedir(), '.plimsoll', 'cache', 'compile')
module.enableCompileCache(cache)
process.env.NODE_COMPILE_CACHE ??= cache
await import('./jsx.js')
const directory = outsideOfModules(fileURLToPath(new URL('../..', import.meta.url)))
const source = (name) => import(pathToFileURL(path.join(directory, name)).href)
const { reportLostOutput } = await source('schema/src/lost-output.ts')
reportLostOutput('plimsoll-registry')
const { main } = await source('site/src/command.ts')
process.exitCode = await main(process.argv.slice(2))
