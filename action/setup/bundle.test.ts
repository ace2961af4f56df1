import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'

const committed = fileURLToPath(new URL('../dist/', import.meta.url))

test('action/dist is, byte for byte, what `npm run bundle` makes of the sources', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'plimsoll-bundle-'))
  try {
    await bundle(fresh)
    const stale = 'action/dist is not what the sources make: run `npm run bundle` and commit what it writes'
    expect(readdirSync(committed).sort(), stale).toEqual(readdirSync(fresh).sort())
    const differing = readdirSync(fresh).filter(
      (file) => !readFileSync(join(fresh, file)).equals(readFileSync(join(committed, file))),
    )
    expect(differing, stale).toEqual([])
  } finally {
    rmSync(fresh, { recursive: true })
  }
})
