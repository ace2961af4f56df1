import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { viewHistory } from '../src/history/history-view.ts'
import { exampleRun } from '../src/testing.ts'
import { History } from './history-sections.tsx'
import { UnbrokenNames } from './unbroken-names.tsx'

test('a page that leaves out older runs says so and links to the list of runs', async () => {
  const page = async (truncated: boolean) => {
    const view = await viewHistory({ points: [], truncated }, () => exampleRun())
    return renderToStaticMarkup(createElement(History, { view, root: '../', list: '../runs?engine=docker' }))
  }
  expect(await page(true)).toContain('Only the latest runs are shown. <a href="../runs?engine=docker">')
  expect(await page(false)).not.toContain('Only the latest runs')
})

test('a name with a hyphen is a unit of its line, and other words are not', () => {
  expect(renderToStaticMarkup(createElement(UnbrokenNames, { text: 'npm-ci small on a bind mount' }))).toBe(
    '<span class="unbroken">npm-ci</span> small on a bind mount',
  )
})
