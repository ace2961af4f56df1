import { InvalidDocument, type Metric, type Note, parseStrict, type RunDocument, SELECTION } from '@plimsoll/schema'
import { Problem, quoted, redactor } from '@plimsoll/workloads'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { workloadName } from '../measure-request/command-workload.ts'

/**
 * What is read of the file that `hyperfine --export-json` writes
 * (https://github.com/sharkdp/hyperfine/blob/master/src/benchmark/benchmark_result.rs). Its statistics are computed anew.
 */
interface HyperfineResult {
  command: string
  /** in seconds */
  times: number[]
  /** one for each time; null if a signal ended the command */
  exit_codes?: (number | null)[]
  /** the largest resident size of each execution, in bytes */
  memory_usage_byte?: number[]
}

const SECONDS = { type: 'number', minimum: 0, maximum: 1e6 }
const SCHEMA = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      minItems: 1,
      maxItems: 200,
      items: {
        type: 'object',
        required: ['command', 'times'],
        properties: {
          command: { type: 'string', minLength: 1 },
          times: { type: 'array', minItems: 1, maxItems: 100_000, items: SECONDS },
          exit_codes: { type: 'array', items: { type: ['integer', 'null'] } },
          memory_usage_byte: { type: 'array', items: { type: 'integer', minimum: 0 } },
        },
      },
    },
  },
}

/**
 * Converts what hyperfine exported to a run document. Each command is a benchmark on the host, with every time.
 * @param bytes the content of the file
 * @param date the day of the file, because hyperfine writes none: YYYY-MM-DD
 * @throws Problem (2) with the JSON pointer of what is wrong
 */
export function fromHyperfine(bytes: Uint8Array, file: string, date: string): RunDocument {
  const results = readResults(bytes, file)
  const names = distinctNames(results)
  return {
    schemaVersion: 1,
    suite: { name: SELECTION, version: 1, digest: null },
    startedAt: date,
    finishedAt: date,
    status: 'complete',
    origin: { kind: 'imported', tool: 'hyperfine' },
    source: null,
    harness: { name: 'hyperfine', version: 'unknown', commit: null, agentDigest: null },
    host: UNKNOWN_HOST,
    conditions: { before: null, after: null },
    engines: [],
    images: [],
    design: {
      ...{ seed: null, rounds: Math.max(...results.map(({ times }) => times.length)), warmups: 0, looks: [] },
      ...{ threshold: null, level: null, engines: 'unknown', planDigest: null },
    },
    division: 'modified',
    deviations: ['imported from hyperfine'],
    disclosure: { submitter: null, funding: null, generallyAvailable: null },
    licence: 'CC0-1.0',
    calibration: { spawn: [] },
    notes: [UNKNOWN, ...results.flatMap((result, index) => notesOn(names[index] as string, result))],
    benchmarks: results.map((result, index) => ({
      workload: names[index] as string,
      workloadDigest: null,
      ...{ params: {}, scenario: 'native', engine: null, variant: null, target: null },
      metrics: result.memory_usage_byte ? [DURATION, MEMORY] : [DURATION],
      status: 'ok',
      reason: null,
      samples: result.times.map((seconds, round) => ({
        // Without a slot, the order says nothing.
        ...{ round, order: 0, slot: null, offset: null, warmup: false, cpu: null },
        values: {
          duration: Math.round(seconds * 1e9),
          ...(result.memory_usage_byte && { memory: result.memory_usage_byte[round] as number }),
        },
        failure: null,
      })),
    })),
  }
}

const DURATION: Metric = { name: 'duration', unit: 'ns', better: 'lower', primary: true }
const MEMORY: Metric = { name: 'memory', unit: 'bytes', better: 'lower', primary: false }

const UNKNOWN: Note = {
  code: 'imported',
  text: 'hyperfine measured this. Its file does not say on which machine, when, after how many warm-ups, with which preparation and beside which load; it measures one command after the other. The date is that of the file.',
}

const UNKNOWN_HOST: RunDocument['host'] = {
  os: { family: 'unknown', name: 'unknown', version: null },
  kernel: null,
  architecture: 'unknown',
  cpu: { model: null, count: null },
  memory: null,
  target: { filesystem: null, disk: 'unknown' },
  power: 'unknown',
  runner: { kind: 'unknown', label: null },
  virtualization: { kind: 'unknown', nested: null, accelerator: null },
}

function readResults(bytes: Uint8Array, file: string): HyperfineResult[] {
  const value = parse(bytes, file)
  const ajv = new Ajv2020({ allowUnionTypes: true, validateSchema: false })
  if (!ajv.validate(SCHEMA, value)) {
    const { instancePath = '', message = 'is not valid' } = ajv.errors?.[0] ?? {}
    throw notExported(file, instancePath, message)
  }
  const { results } = value as { results: HyperfineResult[] }
  for (const [index, { times, exit_codes, memory_usage_byte }] of results.entries())
    for (const [name, list] of Object.entries({ exit_codes, memory_usage_byte }))
      if (list && list.length !== times.length)
        throw notExported(
          file,
          `/results/${index}/${name}`,
          `has ${list.length} entries, but there are ${times.length} times`,
        )
  return results
}

function parse(bytes: Uint8Array, file: string): unknown {
  try {
    return parseStrict(bytes)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    const [first] = error.errors
    throw notExported(file, first?.pointer ?? '', first?.message ?? 'is not JSON')
  }
}

function notExported(file: string, pointer: string, message: string): Problem {
  return new Problem(
    2,
    `${file} is not what \`hyperfine --export-json\` writes: ${pointer || '(document)'}: ${message}. Export it again.`,
  )
}

/** One name for each result: of its command, with a number if an earlier one has this name. */
function distinctNames(results: readonly HyperfineResult[]): string[] {
  const names: string[] = []
  for (const { command } of results) {
    const name = workloadName(command)
    const isTaken = (text: string) => names.includes(text)
    let number = 2
    while (isTaken(`${name}-${number}`)) number++
    names.push(isTaken(name) ? `${name}-${number}` : name)
  }
  return names
}

function notesOn(name: string, { command, exit_codes = [] }: HyperfineResult): Note[] {
  const redact = redactor()
  const failed = exit_codes.filter((code) => code !== 0).length
  return [
    { code: 'imported-command', text: `${name} is the command ${quoted(redact(command))}.` },
    ...(failed > 0
      ? [
          {
            code: 'ignored-failures',
            text: `${name}: ${failed} of ${exit_codes.length} executions ended with another exit code than 0, and count because of an option of hyperfine.`,
          },
        ]
      : []),
  ]
}
