import { expect } from 'vitest'
import { type RunDocument, validateRun } from '../src/index.ts'
import { runDocument } from './document.ts'

/** A digest that differs from the digest in the fixture. */
export const OTHER = `sha256:${'1'.repeat(64)}`

/**
 * Returns a new copy of the fixture with more properties of the host. In this copy, one change makes exactly one
 * difference.
 */
export function completeDocument(): RunDocument {
  // The copy goes through JSON, because settings of an engine share one object in the fixture.
  const document: RunDocument = JSON.parse(JSON.stringify(runDocument()))
  Object.assign(document.host, { kernel: '6.12.0', cpu: { model: 'Example CPU', count: 4 } })
  Object.assign(document.engines[0]?.effective ?? {}, { vmType: { value: 'none', confidence: 'observed' } })
  const calm = { loadAverage: 0, freeMemory: null, otherContainers: 0, otherVirtualMachines: 0, stealRatio: 0 }
  document.conditions.before = calm
  for (const benchmark of document.benchmarks) benchmark.target = { filesystem: 'ext4', mounted: false }
  return document
}

/** Asserts that the document is valid, and returns it. */
export function valid(document: RunDocument): RunDocument {
  expect(validateRun(JSON.parse(JSON.stringify(document)))).toEqual([])
  return document
}
