import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildAgents } from './build.ts'
import { temporaryDirectory } from './test/run-agent.ts'

const directory = await temporaryDirectory()

// If nothing is cached yet, Zig first compiles a C library for each target.
test('the four committed binaries are what the source builds, byte for byte', { timeout: 600_000 }, async () => {
  const names = await buildAgents(directory)
  expect(names).toHaveLength(4)
  for (const name of names) {
    const committed = await readFile(path.join(import.meta.dirname, 'bin', name))
    const built = await readFile(path.join(directory, name))
    expect(built.equals(committed), `${name}: run build.ts and commit the result`).toBe(true)
  }
})
