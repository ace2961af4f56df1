import { expect, test } from 'vitest'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { importDocument } from '../store/import.ts'
import { withdraw } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { cacheRunFiles } from './run-files.ts'

const TEMPLATE = { version: 1, stylesheet: 'a.css', scripts: {}, baseUrl: null }

function prepare(maxBytes?: number) {
  const registry = temporaryRegistry()
  const made: string[] = []
  const make: typeof makeRunFile = (registry, template, name) => {
    made.push(name)
    return makeRunFile(registry, template, name)
  }
  const file = cacheRunFiles(registry, TEMPLATE, { make, ...(maxBytes !== undefined && { maxBytes }) })
  const addRun = (text: string) =>
    importDocument(registry, toBytes(exampleRun(({ notes }) => notes.push({ code: 'number', text })))).id
  return { registry, made, file, addRun }
}

test('a file that is requested many times is made once, and again after a new statement', async () => {
  const { registry, made, file, addRun } = prepare()
  const id = addRun('one')
  const files = await Promise.all(Array.from({ length: 20 }, () => file(`${id}.html`)))
  expect(new Set(files.map((file) => file?.tag)).size).toBe(1)
  expect(await file(`${id}.html`)).toBe(files[0])
  expect(made).toHaveLength(1)
  withdraw(registry, id, 'wrong clock')
  const withdrawn = await file(`${id}.html`)
  expect(withdrawn?.body.toString()).toContain('wrong clock')
  expect(withdrawn?.tag).not.toBe(files[0]?.tag)
  expect(made).toHaveLength(2)
})

test('files that exceed the cache are evicted, the least recently requested first', async () => {
  const sample = prepare()
  const size = (await sample.file(`${sample.addRun('0')}.json`))?.body.length ?? 0
  const { made, file, addRun } = prepare(2.5 * size)
  const [a, b, c] = ['1', '2', '3'].map((text) => `${addRun(text)}.json`) as [string, string, string]
  for (const name of [a, b, a, c, a]) await file(name)
  expect(made).toEqual([a, b, c])
  await file(b)
  expect(made).toEqual([a, b, c, b])
})

test('failures and missing files are not cached', async () => {
  const registry = temporaryRegistry()
  let turn = 0
  const make = async () => {
    turn += 1
    if (turn === 1) throw new Error('out of memory')
    return turn === 2 ? null : { contentType: 'text/plain', body: 'there' }
  }
  const file = cacheRunFiles(registry, TEMPLATE, { make })
  const name = `${'a'.repeat(26)}.html`
  await expect(file(name)).rejects.toThrow('out of memory')
  expect(await file(name)).toBeNull()
  expect((await file(name))?.body.toString()).toBe('there')
})
