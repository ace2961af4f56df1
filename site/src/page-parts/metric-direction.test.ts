import { expect, test } from 'vitest'
import { directionTitle, findMetricTarget } from './metric-direction.ts'

const CPU = { workload: 'cpu-limit', metric: 'cpu', unit: 'ns/ns', better: 'higher' }

test('the share of a CPU under a limit is best at the limit; other metrics have the direction of the document', () => {
  expect(directionTitle(CPU)).toBe('best at 50%')
  expect(directionTitle({ ...CPU, metric: 'window', better: 'lower' })).toBe('lower is better')
  expect(directionTitle({ ...CPU, workload: 'sequential-write', metric: 'bytes' })).toBe('higher is better')
})

test('names that every object inherits have no target', () => {
  expect(findMetricTarget({ workload: 'constructor', metric: 'name' })).toBeNull()
  expect(findMetricTarget({ workload: 'cpu-limit', metric: 'constructor' })).toBeNull()
})
