import { type Metric, sampleErrors } from '@plimsoll/schema'
import runSchema from '@plimsoll/schema/run.v1.schema.json' with { type: 'json' }
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JournalEntry, SampleEntry } from './journal-entry.ts'

const of = (part: string) => ({ $ref: `${runSchema.$id}#/${part}` })
const nullable = (type: string) => ({ type: [type, 'null'] })
const listOf = (items: object) => ({ type: 'array', items })
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }

/** A JSON Schema for an object with exactly these properties, and possibly the optional ones. */
function exactly(properties: Record<string, object>, optional: Record<string, object> = {}): object {
  const required = Object.keys(properties)
  return { type: 'object', additionalProperties: false, required, properties: { ...properties, ...optional } }
}

const benchmark = exactly(
  {
    workload: of('$defs/name'),
    workloadDigest: of('$defs/digest'),
    params: of('$defs/benchmark/properties/params'),
    scenario: of('$defs/name'),
    engine: of('$defs/engineReference'),
    variant: of('$defs/benchmark/properties/variant'),
    metrics: of('$defs/benchmark/properties/metrics'),
    rounds: of('$defs/count'),
    warmups: of('$defs/count'),
    adapts: { type: 'boolean' },
    control: { type: 'boolean' },
  },
  { definitionDigest: of('$defs/digest'), removes: { const: true } },
)

const check = exactly({
  looks: of('$defs/design/properties/looks'),
  threshold: { type: 'number', exclusiveMinimum: 0 },
  level: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  variants: of('$defs/design/properties/variants'),
})

const variant = exactly({
  directory: { type: 'string' },
  engine: of('$defs/engineReference'),
  image: of('$defs/optionalLine'),
})

const plan = exactly({
  suite: of('properties/suite'),
  division: of('properties/division'),
  deviations: of('properties/deviations'),
  seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
  check: { oneOf: [{ type: 'null' }, check] },
  roundsRule: { oneOf: [{ type: 'null' }, of('$defs/roundsRule')] },
  benchmarks: { ...listOf(benchmark), minItems: 1 },
  order: listOf(listOf(of('$defs/count'))),
  digest: of('$defs/digest'),
})

const nfs = exactly({
  directory: { type: 'string' },
  address: { type: 'string' },
  path: { type: 'string' },
  options: { type: 'string' },
})

const ground = { storage: of('properties/storage'), environments: of('properties/environments') }

/** The schema of each entry, by its `event`. A part that a document also contains uses the schema of the document. */
const schemas = {
  plan: exactly(
    {
      event: { const: 'plan' },
      run: { type: 'string' },
      startedAt: time,
      plan,
      budget: {
        oneOf: [{ type: 'null' }, exactly({ text: { type: 'string' }, seconds: { type: 'integer', minimum: 1 } })],
      },
      directory: { type: 'string' },
      variants: { oneOf: [{ type: 'null' }, exactly({ base: variant, head: variant })] },
      declared: exactly({ nfs: { oneOf: [{ type: 'null' }, nfs] }, synced: nullable('string') }),
      notes: listOf(of('$defs/note')),
      harness: exactly({
        version: of('properties/harness/properties/version'),
        commit: of('properties/harness/properties/commit'),
        agentDigest: of('properties/harness/properties/agentDigest'),
      }),
      source: of('properties/source'),
      host: of('$defs/host'),
      ...ground,
      before: of('$defs/conditions'),
      engines: of('properties/engines'),
      images: of('properties/images'),
    },
    { replicates: of('$defs/replication'), author: of('$defs/line'), command: { type: 'object' } },
  ),
  sample: exactly({
    event: { const: 'sample' },
    benchmark: of('$defs/count'),
    sample: exactly(
      {
        round: of('$defs/count'),
        order: of('$defs/count'),
        slot: of('$defs/name'),
        offset: of('$defs/amount'),
        warmup: { type: 'boolean' },
        cpu: of('$defs/sample/properties/cpu'),
        values: of('$defs/sample/properties/values'),
        failure: nullable('string'), // A document keeps only the end of the failure text.
      },
      { usage: of('$defs/sample/properties/usage') },
    ),
    took: of('$defs/amount'),
    target: of('$defs/benchmark/properties/target'),
    unsupported: nullable('string'),
    available: nullable('number'),
    calibration: listOf(of('$defs/amount')),
    calibratedOn: { enum: ['benchmark', 'host'] },
  }),
  resume: exactly({
    event: { const: 'resume' },
    run: { type: 'string' },
    at: time,
    ...ground,
    before: of('$defs/conditions'),
  }),
  end: exactly({ event: { const: 'end' }, status: of('properties/status') }),
}

const compiled = new Map<string, ValidateFunction>()
let ajv: Ajv2020 | null = null

/**
 * Returns an entry that is valid in a document. A sample that is not valid becomes a failure, because it would make the
 * whole document invalid.
 */
export function writableSample(entry: SampleEntry, metrics: Metric[]): SampleEntry {
  const wrong = isEntry(entry) ? sampleErrors(entry.sample, metrics)[0]?.message : 'a value has the wrong type'
  if (wrong === undefined) return entry
  const failure = `the sample is not valid in a run document: ${wrong}`
  const { usage: _, ...rest } = entry.sample
  const sample = { ...rest, cpu: null, values: {}, failure }
  return { ...entry, sample, target: null, unsupported: null, available: null, calibration: [] }
}

/** Whether a parsed line is a valid entry: it has every member that the code reads, with the right type. */
export function isEntry(line: unknown): line is JournalEntry {
  const event = (line as { event?: unknown } | null)?.event
  if (typeof event !== 'string' || !Object.hasOwn(schemas, event)) return false
  ajv ??= new Ajv2020({ schemas: [runSchema], validateSchema: false, code: { optimize: false } })
  const validate = compiled.get(event) ?? ajv.compile(schemas[event as keyof typeof schemas])
  compiled.set(event, validate)
  return validate(line) && isTime(line as JournalEntry)
}

/** Whether the times of an entry exist. The pattern in the schema also accepts dates such as 31 June. */
function isTime(entry: JournalEntry): boolean {
  const text = entry.event === 'plan' ? entry.startedAt : entry.event === 'resume' ? entry.at : null
  return text === null || (!Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text)
}
