import { expect, it } from 'vitest'
import { benchmark } from '../test/document.ts'
import { describeBenchmark } from './benchmark-label.ts'

it('a label names workload, parameters, scenario, engine and variant, and omits missing parts', () => {
  expect(describeBenchmark(benchmark('bind', 'docker', []))).toBe('npm-ci small · bind · docker')
  expect(describeBenchmark(benchmark('native', null, []))).toBe('npm-ci small · native')
  expect(describeBenchmark({ ...benchmark('bind', 'docker', []), variant: 'head', params: {} })).toBe(
    'npm-ci · bind · docker · head',
  )
})

it('the order in which parameters were written does not change the label', () => {
  const params = { record: 4096, direct: true, cache: 'warm' }
  const label = 'npm-ci warm direct=true record=4096 · bind · docker'
  expect(describeBenchmark({ ...benchmark('bind', 'docker', []), params })).toBe(label)
  const reversed = Object.fromEntries(Object.entries(params).reverse())
  expect(describeBenchmark({ ...benchmark('bind', 'docker', []), params: reversed })).toBe(label)
})
