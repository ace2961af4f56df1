import { execFileSync } from 'node:child_process'
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_DOCUMENT_BYTES } from '../document-limits.ts'
import { readDocumentFile } from './read-document-file.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
const file = join(scratch, 'file')

test('a file is read whole up to the limit, and one byte of what follows', () => {
  writeFileSync(file, 'abc')
  expect(['2', '3', '4'].map((max) => String(readDocumentFile(file, Number(max) - 1)))).toEqual(['ab', 'abc', 'abc'])
})

test('of a file with 3 GB, and of a device without end, little is read', () => {
  writeFileSync(file, '')
  truncateSync(file, 3e9)
  for (const large of [file, '/dev/zero']) expect(readDocumentFile(large)).toHaveLength(MAX_DOCUMENT_BYTES + 1)
})

test('a pipe is read until it is closed', () => {
  const read = `import { readDocumentFile } from ${JSON.stringify(import.meta.resolve('./read-document-file.ts'))}
    process.stdout.write(readDocumentFile('/dev/stdin') + '' + readDocumentFile(0).length)`
  const call = '(echo a; sleep 0.1; echo b) | "$0" --input-type=module --eval "$1"'
  expect(execFileSync('bash', ['-c', call, process.execPath, read], { encoding: 'utf8' })).toBe('a\nb\n0')
})
