import { expect, test } from 'vitest'
import { REPLACED } from '../search/search-index.ts'
import { importDocument } from '../store/import.ts'
import { withdraw } from '../store/withdraw-supersede-delete.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { renderComparison } from './render-comparison.tsx'

test('a run has the state of its statements, else that of the index', () => {
  const registry = temporaryRegistry()
  const [a = '', b = ''] = ['one', 'two'].map(
    (text) => importDocument(registry, toBytes(exampleRun(({ notes }) => notes.push({ code: 'number', text })))).id,
  )
  const render = () => renderComparison(registry, { id: a, isReplaced: true }, { id: b, isReplaced: false })
  expect(render()).toContain(`A is ${REPLACED}`)
  expect(render()).not.toContain('B is')
  withdraw(registry, a, 'wrong clock')
  expect(render()).toContain('A is withdrawn')
})
