import { expect, it } from 'vitest'
import { cell } from '../test/document.ts'
import { describeCell } from './label.ts'

it('a label names workload, parameters, scenario, engine and arm, and leaves out what is not there', () => {
  expect(describeCell(cell('bind', 'docker', []))).toBe('npm-ci small · bind · docker')
  expect(describeCell(cell('native', null, []))).toBe('npm-ci small · native')
  expect(describeCell({ ...cell('bind', 'docker', []), arm: 'head', params: {} })).toBe('npm-ci · bind · docker · head')
})

it('the order in which parameters were written does not change the label', () => {
  const params = { record: 4096, direct: true, cache: 'warm' }
  const label = 'npm-ci warm direct=true record=4096 · bind · docker'
  expect(describeCell({ ...cell('bind', 'docker', []), params })).toBe(label)
  const reversed = Object.fromEntries(Object.entries(params).reverse())
  expect(describeCell({ ...cell('bind', 'docker', []), params: reversed })).toBe(label)
})
