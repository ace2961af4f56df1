#!/usr/bin/env node
// Plain JavaScript: an old Node must be able to parse this file to report that it is too old.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `plimsoll needs Node 24 or newer, and this is ${process.versions.node}. In a clone, run it as \`npx plimsoll\`.`,
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
  if (value === '' || (/^(HOME|TMPDIR|XDG_[A-Z]+_(HOME|DIR))$/.test(name) && !isAbsolute(value)))
    delete process.env[name]
try {
  // The compile cache halves the time of the next start. `plimsoll clean` empties it with the other caches.
  module.enableCompileCache(join(homedir(), '.plimsoll/cache/compile'))
} catch {
  // This user has no home directory. The commands that need one say so.
}
// A clone runs the sources; the published package has only the bundle.
const sources = new URL('../src/plimsoll.ts', import.meta.url)
await import(existsSync(sources) ? sources.href : new URL('../dist/plimsoll.js', import.meta.url).href)
