import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChosenRunLinks, ChosenRunsSlot } from '../compare/chosen-run-links.tsx'
import { renderStatic } from '../page/render-static.ts'
import { directoryOfTests } from '../testing.ts'
import { runOfWorkflow, startServer, type TestServer } from './testing.ts'

const { directory, remove } = directoryOfTests()
const RUNS = ['First CPU', '<img src=x>'].map((model) =>
  runOfWorkflow((run) => {
    run.host.cpu.model = model
  }),
)
const [a = '', b = ''] = RUNS.map((run) => identify(run).id)
const SLOT = renderStatic(ChosenRunsSlot())
const PAGE = `<noscript>${SLOT}</noscript>`
let server: TestServer

beforeAll(async () => {
  server = await startServer(directory)
  writeFileSync(path.join(server.out, 'compare.html'), PAGE)
  for (const run of RUNS) expect((await server.submit(run)).status).toBe(201)
})
afterAll(async () => {
  await server.stop()
  remove()
})

function read(query: string): Promise<string> {
  return fetch(`${server.address}/compare${query}`).then((answer) => answer.text())
}

test('the page has a link to each chosen run under its letter, A first, with the names of documents escaped', async () => {
  // The index receives the runs one after the other.
  for (const id of [a, b]) await expect.poll(() => read(`?a=${b}&b=${a}`)).toContain(`<a href="runs/${id}">`)
  const text = await read(`?a=${b}&b=${a}`)
  const parts = ['<h3>A</h3>', `<a href="runs/${b}">`, '<h3>B</h3>', `<a href="runs/${a}">`].map((part) =>
    text.indexOf(part),
  )
  expect(parts).toEqual(parts.toSorted((one, other) => one - other))
  expect(text).toContain('&lt;img src=x&gt;')
  expect(text).not.toContain('<img')
  expect(text).not.toContain(SLOT)
  const half = await read(`?a=${a}&b=`)
  expect(half).toContain(`<a href="runs/${a}">`)
  expect(half).toContain('No run is chosen as B')
  // The form keeps A, so that only B is to be typed.
  const [, inputA, inputB] = half.split('<input ')
  expect(inputA).toContain(`name="a" value="${a}"`)
  expect(inputB).toContain('name="b" value=""')
})

test('an id that no run of this registry has is named, escaped, and can be corrected in the form', async () => {
  for (const [query, id] of [
    ['', ''],
    ['?a=', ''],
    [`?a=${a}&a=${b}`, ''],
    ['?a=%3Cimg%20src=x%3E', '<img src=x>'],
    [`?a=${'z'.repeat(26)}`, 'z'.repeat(26)],
    [`?a=${a.slice(0, 9)}`, a.slice(0, 9)],
    [`?a=${'z'.repeat(10)}`, 'z'.repeat(10)],
  ] as const) {
    const links = renderStatic(ChosenRunLinks({ a: { id, run: undefined }, b: { id: '', run: undefined } }))
    expect(await read(query), query).toBe(PAGE.replace(SLOT, links))
    expect(links).toContain(id === '' ? 'No run is chosen as A.' : 'This registry has no run ')
    expect(links).not.toContain('<img')
  }
  const unread = renderStatic(ChosenRunLinks({ a: { id: a, run: null }, b: { id: '', run: null } }))
  expect(unread).toContain(`Run ${a} could not be looked up.`)
  expect((await fetch(`${server.address}/compare?a=${a}`, { method: 'POST' })).status).toBe(405)
})

test('a short id lists the runs that begin so as choices, beside the other run, and chooses none', async () => {
  const text = await read(`?a=${b}&b=${a.slice(0, 10)}`)
  expect(text).toContain(`${a.slice(0, 10)} is only the beginning of an id`)
  expect(text).toContain(`href="compare?a=${b}&amp;b=${a}"`)
  expect(text).not.toContain(`<a href="runs/${a}">`)
})
