#!/usr/bin/env node
// Plain JavaScript on purpose: an old Node must be able to read this far to say what is wrong.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `plimsoll needs Node 24 or newer, and this is ${process.versions.node}. In a clone, run it as \`npx plimsoll\`.`,
  )
  process.exit(3)
}
// What Node compiled is kept with the other caches, which `plimsoll clean` empties: it halves the time of the next start.
module.enableCompileCache(join(homedir(), '.plimsoll/cache/compile'))
// In a clone the sources are run as they are; the package has the bundle in their place.
const sources = new URL('../src/plimsoll.ts', import.meta.url)
await import(existsSync(sources) ? sources.href : new URL('../dist/plimsoll.js', import.meta.url).href)
