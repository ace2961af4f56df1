import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { generatedFiles } from './write-inputs.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test.each(generatedFiles())('%s has the declared inputs', (file, text) => {
  expect(readFileSync(`${ROOT}${file}`, 'utf8'), `${file} is stale: npm run generate`).toBe(text)
})
