import { expect, test } from 'vitest'
import type { Report } from '../report.ts'
import { render } from './csv.ts'

test.each(['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])('a field that begins with %j is no formula', (sign) => {
  const records = () => ({ columns: ['a', 'b'], rows: [{ a: `${sign}1+1`, b: `1${sign}` }] })
  expect(render({ records, blocks: () => [], data: () => ({}) } satisfies Report)).toBe(`a,b\n'${sign}1+1,1${sign}`)
})
