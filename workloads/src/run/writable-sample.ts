import { type Metric, sampleErrors } from '@plimsoll/schema'
import runSchema from '@plimsoll/schema/run.v1.schema.json' with { type: 'json' }
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { SampleEntry } from './journal-entry.ts'

/** Made at the first sample: most commands take none. */
let ajv: Ajv2020 | null = null

/**
 * Returns an entry that is valid in a document. A sample that is not valid becomes a failure, because it would make the
 * whole document invalid.
 */
export function writableSample(entry: SampleEntry, metrics: Metric[]): SampleEntry {
  const wrong = isValid(entry) ? sampleErrors(entry.sample, metrics)[0]?.message : 'a value has the wrong type'
  if (wrong === undefined) return entry
  const failure = `the sample is not valid in a run document: ${wrong}`
  const { usage: _, ...rest } = entry.sample
  const sample = { ...rest, cpu: null, values: {}, failure }
  return { ...entry, sample, target: null, unsupported: null, available: null, calibration: [] }
}

function isValid({ sample, target }: SampleEntry): boolean {
  // A document keeps only a part of a longer failure.
  return conforms('sample', { ...sample, failure: null }) && conforms('benchmark/properties/target', target)
}

/** Whether a value conforms to a definition in the schema of documents. */
function conforms(definition: string, value: unknown): boolean {
  ajv ??= new Ajv2020({ schemas: [runSchema], validateSchema: false, code: { optimize: false } })
  return ajv.getSchema(`${runSchema.$id}#/$defs/${definition}`)?.(value) === true
}
