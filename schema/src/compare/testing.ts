import { expect } from 'vitest'
import { runDocument } from '../../test/document.ts'
import { type RunDocument, validateRun } from '../index.ts'

/** Another digest than that of the fixture. */
export const OTHER = `sha256:${'1'.repeat(64)}`

/** The fixture, saying more about its machine, so that one change is one difference. A fresh copy every time. */
export function known(): RunDocument {
  // Parsed anew: in the fixture, settings of an engine share one object.
  const document: RunDocument = JSON.parse(JSON.stringify(runDocument()))
  Object.assign(document.host, { kernel: '6.12.0', cpu: { model: 'Example CPU', count: 4 } })
  Object.assign(document.engines[0]?.effective ?? {}, { vmType: { value: 'none', confidence: 'observed' } })
  const calm = { loadAverage: 0, freeMemory: null, otherContainers: 0, otherVirtualMachines: 0, stealRatio: 0 }
  document.conditions.before = calm
  for (const benchmark of document.benchmarks) benchmark.target = { filesystem: 'ext4', mounted: false }
  return document
}

/** The document, once it is seen to be valid. */
export function valid(document: RunDocument): RunDocument {
  expect(validateRun(JSON.parse(JSON.stringify(document)))).toEqual([])
  return document
}
