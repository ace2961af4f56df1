#!/usr/bin/env node
// Plain JavaScript, so that an older Node can say what is wrong with it.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(
    `plimsoll-registry needs Node 24 or later; this is ${process.versions.node}. In a clone, run it with npx.`,
  )
  process.exit(3)
}
const { main } = await import('../src/command.ts')
process.exitCode = await main(process.argv.slice(2))
