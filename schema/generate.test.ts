import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generateTypes, TYPES } from './generate.ts'

it('the committed types of the run document are those of its schema', async () => {
  expect(readFileSync(TYPES, 'utf8')).toBe(await generateTypes())
})
