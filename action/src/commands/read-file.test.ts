import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFile } from './read-file.ts'

// Standard input itself is read by a process of its own in plimsoll.test.ts.

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))

const empty = join(scratch, 'empty.json')
writeFileSync(empty, '')

test.each([
  [empty, `${empty} is empty. Name another file.`],
  [scratch, `${scratch} is a folder. Name a file in it.`],
  [join(scratch, 'nope.json'), `File not found: ${join(scratch, 'nope.json')}. Check the path.`],
  [join(empty, 'x'), `${join(empty, 'x')} cannot be read (ENOTDIR). Check its permissions.`],
])('%s is refused: %s', (file, message) => {
  expect(() => readFile(file)).toThrow(expect.objectContaining({ message, exitCode: 2 }))
})
