import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readRun } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { temporaryDirectory, temporaryRegistry } from '../testing.ts'
import { listDocuments } from './documents.ts'
import { replaceFile, writeNewFile } from './durable-files.ts'
import { openRegistry } from './registry.ts'

const KILLS = 2
const ROUNDS = 20

test('a new file is written completely, and an existing one is not changed', () => {
  const file = path.join(temporaryDirectory(), 'file')
  expect(writeNewFile(file, Buffer.from('first'))).toBe(true)
  expect(writeNewFile(file, Buffer.from('second'))).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('first')
  expect(readdirSync(path.dirname(file))).toEqual(['file'])
})

test('a replaced file stays as it was for who has it open', () => {
  const file = path.join(temporaryDirectory(), 'file')
  writeFileSync(file, 'old')
  const opened = openSync(file, 'r')
  replaceFile(file, Buffer.from('new'))
  expect([readFileSync(opened, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['old', 'new'])
  closeSync(opened)
  expect(readdirSync(path.dirname(file))).toEqual(['file'])
})

test('opening a registry removes old temporary files of killed writers, and keeps recent ones', () => {
  const { directory, documents } = temporaryRegistry()
  const name = `.${'a'.repeat(26)}.json.0123456789a`
  for (const end of ['b', 'c']) writeFileSync(path.join(documents, name + end), '{')
  const longAgo = Date.now() / 1000 - 3600
  utimesSync(path.join(documents, `${name}b`), longAgo, longAgo)
  openRegistry(directory)
  expect(readdirSync(documents)).toEqual([`${name}c`])
})

test('of concurrent imports of one document, one adds the statement', async () => {
  const { directory, statements } = temporaryRegistry()
  const go = path.join(directory, 'go')
  const script = path.join(directory, 'import.ts')
  writeFileSync(script, importOnSignal(directory, go))
  const children = [1, 2].map(() => spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] }))
  await Promise.all(children.map((child) => once(child.stdout, 'data')))
  const ended = children.map((child) => once(child, 'close'))
  writeFileSync(go, '')
  expect(await Promise.all(ended)).toEqual(children.map(() => [0, null]))
  const files = readdirSync(statements)
  expect(files).toHaveLength(ROUNDS)
  for (const file of files) expect(readFileSync(path.join(statements, file), 'utf8').trim().split('\n')).toHaveLength(1)
})

test('a killed import loses no acknowledged document and leaves no partial one', async () => {
  const registry = temporaryRegistry()
  const script = path.join(temporaryDirectory(), 'import.ts')
  writeFileSync(script, importEndlessly(registry.directory))
  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) acknowledged.push(...(await killWhileRunning(script, kill)))
  expect(acknowledged.length).toBeGreaterThan(KILLS)
  const stored = listDocuments(registry)
  expect(stored).toEqual(expect.arrayContaining(acknowledged))
  for (const id of stored) expect(readRun(readFileSync(path.join(registry.documents, `${id}.json`))).id).toBe(id)
  for (const id of acknowledged) expect(existsSync(path.join(registry.statements, `${id}.jsonl`))).toBe(true)
})

/** A program that stores the same documents as other processes of the test. It starts to store when a file appears. */
function importOnSignal(directory: string, go: string): string {
  const here = (name: string) => JSON.stringify(path.join(import.meta.dirname, name))
  return `import { existsSync, readFileSync, writeSync } from 'node:fs'
import { importDocument } from ${here('import.ts')}
import { openRegistry } from ${here('registry.ts')}
const registry = openRegistry(${JSON.stringify(directory)})
const run = JSON.parse(readFileSync(${here('../../../examples/run.json')}, 'utf8'))
writeSync(1, 'ready')
while (!existsSync(${JSON.stringify(go)})) {}
for (let number = 0; number < ${ROUNDS}; number += 1) {
  run.notes = [{ code: 'number', text: String(number) }]
  importDocument(registry, Buffer.from(JSON.stringify(run)))
}`
}

/**
 * A program that stores one document after the other. It prints the id of each document once that document is stored.
 */
function importEndlessly(directory: string): string {
  const here = (name: string) => JSON.stringify(path.join(import.meta.dirname, name))
  return `import { readFileSync, writeSync } from 'node:fs'
import { importDocument } from ${here('import.ts')}
import { openRegistry } from ${here('registry.ts')}
const registry = openRegistry(${JSON.stringify(directory)})
const run = JSON.parse(readFileSync(${here('../../../examples/run.json')}, 'utf8'))
for (let number = 0; ; number += 1) {
  run.notes = [{ code: 'number', text: process.pid + ' ' + number }]
  writeSync(1, importDocument(registry, Buffer.from(JSON.stringify(run))).id + '\\n')
}`
}

/** Kills the program some time after its first document was stored, and returns the ids that it printed completely. */
function killWhileRunning(script: string, kill: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), 20 + kill * 13))
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', () => resolve(output.split('\n').slice(0, -1)))
  })
}
