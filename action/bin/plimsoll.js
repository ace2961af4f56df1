#!/usr/bin/env node
// Plain JavaScript on purpose: an old Node must be able to read this far to say what is wrong.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `plimsoll needs Node 24 or newer, and this is ${process.versions.node}. In a clone, run it as \`npx plimsoll\`.`,
  )
  process.exit(3)
}
await import('../src/plimsoll.ts')
