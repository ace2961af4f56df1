import { expect, test } from 'vitest'
import { ORIGIN } from './browser.ts'
import { IDS, SIGNED_IDS } from './documents.ts'

// This file tests the pages of projects, in a registry with three repositories that had the same name.

const { project, renamed, stranger, elsewhere } = SIGNED_IDS
/** The id of the project of another issuer, in addresses. */
const ELSEWHERE = 'token.actions.githubusercontent.com_2fexample/1001'

/** Returns the runs that a page links to. */
async function runsOn(address: string): Promise<{ runs: Set<string>; text: string }> {
  const answer = await fetch(ORIGIN + address)
  expect([address, answer.status]).toEqual([address, 200])
  const text = (await answer.text()).replaceAll('<!-- -->', '')
  return { text, runs: new Set([...text.matchAll(/href="[./]*runs\/([a-z2-7]{26})"/g)].map(([, id = '']) => id)) }
}

test('the page of a project has its own runs, its ids, its issuer and every name that it had', async () => {
  const { runs, text } = await runsOn('/projects/id/1001')
  expect(runs).toEqual(new Set([project, renamed]))
  for (const fact of ['1001', '2002', 'https://token.actions.githubusercontent.com']) {
    expect(text).toContain(`<dd>${fact}</dd>`)
  }
  for (const name of ['example/project', 'renamed/project']) {
    expect(text).toContain(`<a href="../../projects/${name}">${name}</a>`)
  }
  expect(text).toContain('src="../../projects/id/1001.badge.svg"')
})

test('a stranger with the name of a project, and a repository of another issuer, have pages of their own', async () => {
  expect((await runsOn('/projects/id/6666')).runs).toEqual(new Set([stranger]))
  const other = await runsOn(`/projects/id/${ELSEWHERE}`)
  expect(other.runs).toEqual(new Set([elsewhere]))
  expect(other.text).toContain('href="../../../projects/example/project"')
  expect(other.text).toContain(`src="../../../projects/id/${ELSEWHERE}.badge.svg"`)
  expect((await fetch(`${ORIGIN}/projects/id/${ELSEWHERE}.badge.svg`)).status).toBe(200)
})

test('the page of a name links to each project that had it, and lists only the runs without proof', async () => {
  const { runs, text } = await runsOn('/projects/example/project')
  for (const id of [project, renamed, stranger, elsewhere]) expect(runs.has(id)).toBe(false)
  expect(runs.has(IDS.plain)).toBe(true)
  expect(text).toContain('Submitted without proof')
  expect(text).toContain('3 repositories had this name')
  for (const id of ['1001', '6666', ELSEWHERE]) {
    expect(text).toContain(`<a href="../../projects/id/${id}">${id.split('/').at(-1)}</a>`)
  }
  expect((await fetch(`${ORIGIN}/projects/example/project.badge.svg`)).status).toBe(404)
  const old = await runsOn('/projects/renamed/project')
  expect(old.text).toContain('<a href="../../projects/id/1001">1001</a>')
  expect(old.text).not.toContain('Submitted without proof')
})
