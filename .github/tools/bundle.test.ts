import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'

const committed = fileURLToPath(new URL('../../action/dist/', import.meta.url))

test('action/dist equals the output of `npm run bundle`, byte for byte', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'plimsoll-bundle-'))
  try {
    await bundle(fresh)
    const stale = 'action/dist is stale: run `npm run bundle` and commit the result'
    expect(readdirSync(committed).sort(), stale).toEqual(readdirSync(fresh).sort())
    const differing = readdirSync(fresh).filter(
      (file) => !readFileSync(join(fresh, file)).equals(readFileSync(join(committed, file))),
    )
    expect(differing, stale).toEqual([])
  } finally {
    rmSync(fresh, { recursive: true })
  }
})
