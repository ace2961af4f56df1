import { expect, test } from 'vitest'
import { directionTitle, targetOf } from './metric-direction.ts'

const CPU = { workload: 'cpu-limit', metric: 'cpu', unit: 'ns/ns', better: 'higher' }

test('the share of a CPU under a limit is best at the limit; other metrics have the direction of the document', () => {
  expect(directionTitle(CPU)).toBe('best at 50%')
  expect(directionTitle({ ...CPU, metric: 'window', better: 'lower' })).toBe('lower is better')
  expect(directionTitle({ ...CPU, workload: 'sequential-write', metric: 'bytes' })).toBe('higher is better')
})

test('names that every object inherits have no target', () => {
  expect(targetOf({ workload: 'constructor', metric: 'name' })).toBeNull()
  expect(targetOf({ workload: 'cpu-limit', metric: 'constructor' })).toBeNull()
})
