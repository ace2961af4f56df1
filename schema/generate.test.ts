import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { GENERATED, generateTypes } from './generate.ts'

it.each(GENERATED)(
  'the types of $name are those its schema gives; after changing it run `node schema/generate.ts`',
  async (generated) => {
    expect(readFileSync(generated.types, 'utf8')).toBe(await generateTypes(generated))
  },
)
