import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generateTypes } from './generate.ts'

it('the types are those the schema gives; after changing it run `node schema/generate.ts`', async () => {
  const types = readFileSync(new URL('./src/run.v1.generated.ts', import.meta.url), 'utf8')
  expect(types).toBe(await generateTypes())
})
