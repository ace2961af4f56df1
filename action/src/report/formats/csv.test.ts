import { expect, test } from 'vitest'
import type { Report } from '../report.ts'
import { render } from './csv.ts'

test('a record is a line in the order of the columns, and its text is no formula', () => {
  const records = () => ({ columns: ['a', 'b'], rows: [{ b: -1, a: ' =1+1' }, { a: 'x,y' }] })
  expect(render({ records, blocks: () => [], data: () => ({}) } satisfies Report)).toBe(`a,b\n' =1+1,-1\n"x,y",`)
})
