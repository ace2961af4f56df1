import { alternatives } from '@plimsoll/schema'
import { findScenario, listScenarios } from '../scenarios.ts'
import { patternError } from './regular-expression.ts'
import { namesIn } from './template.ts'
import type { KindName, Workload } from './workload.ts'
import type { FileError, Path } from './yaml-file.ts'

/** The names that templates may use besides the params, by kind of workload. */
const NAMES: Record<KindName, string[]> = {
  command: ['toolchain', 'target', 'agent'],
  'container-start': [],
  'file-events': ['agent', 'target'],
  'image-pull': [],
  memory: ['agent'],
  network: ['toolchain', 'target', 'agent', 'peer', 'port'],
}

/** Checks the rules for workload files that the JSON Schema cannot express. */
export function workloadErrors(workload: Workload): FileError[] {
  return [
    ...nulBytes(workload, []),
    ...timeErrors(workload),
    ...metricErrors(workload),
    ...patternErrors(workload),
    ...templateErrors(workload, NAMES[workload.kind]),
    ...paramErrors(workload),
    ...copyErrors(workload),
    ...scenarioErrors(workload),
  ]
}

/** Why a path is not a valid path inside a folder. Null if it is valid. */
export function pathError(path: string): string | null {
  if (path.includes('\0')) return 'it contains a NUL byte'
  if (path.includes('\\')) return 'it contains a backslash (use / between folders)'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'it is an absolute path'
  if (path.split('/').includes('..')) return "it contains '..'"
  if (path.includes('${')) return 'it cannot contain ${names}'
  return path === '' ? 'it is empty' : null
}

/**
 * Rejects strings that contain a NUL byte. A program cuts its arguments at a NUL byte, so the string would get another
 * meaning.
 */
function nulBytes(value: unknown, at: Path): FileError[] {
  if (typeof value === 'string') return value.includes('\0') ? [{ at, why: 'it contains a NUL byte' }] : []
  if (Array.isArray(value)) return value.flatMap((element, index) => nulBytes(element, [...at, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) => nulBytes(inside, [...at, name]))
}

/** The limit of a sample in seconds. A timer is limited to 2³¹ − 1 ms, and the engine's timer adds a grace period. */
const MAX_SAMPLE_SECONDS = 1_000_000

/** Checks the total time of a sample. `prepare` and each of the `times` executions may take the whole timeout. */
function timeErrors({ times, timeout }: Workload): FileError[] {
  const longest = (times + 1) * timeout
  if (longest <= MAX_SAMPLE_SECONDS) return []
  const why = `with times: ${times} a sample could take ${longest} s, more than the maximum of ${MAX_SAMPLE_SECONDS} s: lower times or timeout`
  return [{ at: ['timeout'], why }]
}

function metricErrors({ kind, metrics, times }: Workload): FileError[] {
  const names = metrics.map(({ name }) => name)
  const primaries = metrics.filter(({ primary }) => primary).length
  return [
    ...(primaries === 1 ? [] : [{ at: ['metrics'], why: `exactly one metric must be primary, not ${primaries}` }]),
    ...metrics.flatMap(({ name, unit, per, from }, index): FileError[] => {
      const error = (field: string, why: string) => [{ at: ['metrics', index, field], why }]
      if (names.indexOf(name) !== index) return error('name', `duplicate metric ${name}`)
      if (name === 'visible')
        return error('name', 'the name visible is reserved for the scenario synced: choose another name')
      if (per !== undefined && (per === name || !names.includes(per)))
        return error('per', `there is no other metric ${per}`)
      if (from === 'repeat' && times < 2) return error('from', '`from: repeat` needs `times: 2` or more')
      if (from === 'repeat' && kind === 'container-start')
        return error('from', 'the kind container-start runs once per sample, so it has no `from: repeat`')
      if (from === 'cpu' && kind !== 'command')
        return error(
          'from',
          `the kind ${kind} has no \`from: cpu\`: its work uses processors outside the timed command`,
        )
      if (typeof from === 'object' && 'phase' in from && kind !== 'container-start')
        return error('from', 'only the kind container-start has phases')
      const isTime = typeof from === 'string' || 'phase' in from
      return isTime && unit !== 'ns' ? error('unit', 'the unit of a time must be ns') : []
    }),
  ]
}

function patternErrors({ metrics, unsupported, output }: Workload): FileError[] {
  const errors = (at: Path, pattern: string, groups: number) => {
    const why = patternError(pattern, output, groups)
    return why ? [{ at, why: `invalid regular expression: ${why}` }] : []
  }
  return [
    ...metrics.flatMap(({ from }, index) =>
      typeof from === 'object' && 'regex' in from ? errors(['metrics', index, 'from'], from.regex, 1) : [],
    ),
    ...unsupported.flatMap(({ says }, index) => errors(['unsupported', index, 'says'], says, 0)),
  ]
}

function templateErrors(
  { params, run, prepare, setup = [], environment, copy, image, toolchain }: Workload,
  names: string[],
): FileError[] {
  const ofParams = Object.keys(params)
  const check = (at: Path, text: string, known: string[]) =>
    namesIn(text)
      .filter((name) => !known.includes(name))
      .map((name) => ({ at, why: `unknown name \${${name}} (${listed(known)})` }))
  const everything = [...ofParams, ...names]
  const args = 'arguments' in image ? Object.entries(image.arguments ?? {}) : []
  return [
    ...run.flatMap((word, index) => check(['run', index], word, everything)),
    ...prepare.flatMap((word, index) => check(['prepare', index], word, everything)),
    ...setup.flatMap((word, index) => check(['setup', index], word, everything)),
    ...Object.entries(environment).flatMap(([name, value]) => check(['environment', name], value, everything)),
    ...copy.flatMap(({ from }, index) => check(['copy', index, 'from'], from, everything)),
    ...args.flatMap(([name, value]) => check(['image', 'arguments', name], value, ofParams)),
    ...('target' in image ? check(['image', 'target'], image.target ?? '', ofParams) : []),
    ...toolchain.flatMap((part, index) => check(['toolchain', index], part, ofParams)),
  ]
}

function listed(names: string[]): string {
  if (names.length === 0) return 'no names are available here'
  return `available: ${names.map((name) => `\${${name}}`).join(', ')}`
}

function paramErrors({ params, verify, writes }: Workload): FileError[] {
  const builtIn = new Set(Object.values(NAMES).flat())
  return [
    ...Object.keys(params)
      .filter((name) => builtIn.has(name))
      .map((name) => ({ at: ['params', name], why: `\${${name}} is a built-in name: choose another name` })),
    ...Object.entries(params).flatMap(([name, values]) => {
      const texts = values.map(String) // `${name}` and `--param` refer to a value by its text.
      return texts
        .map((text, index) => ({ at: ['params', name, index], why: `duplicate value ${text} for parameter ${name}` }))
        .filter((_, index) => texts.indexOf(texts[index] as string) !== index)
    }),
    ...Object.entries({ verify, writes }).flatMap(([field, entries]) =>
      entries.flatMap((entry, index) =>
        Object.entries(entry.params)
          .filter(([name, value]) => !Object.hasOwn(params, name) || !params[name]?.includes(value))
          .map(([name, value]) => ({
            at: [field, index, 'params', name],
            why: `the parameter ${name} has no value ${value}`,
          })),
      ),
    ),
  ]
}

/** Checks that the paths of copied and verified files are inside the target directory. */
function copyErrors({ copy, hot, verify }: Workload): FileError[] {
  const check = (at: Path, path: string) => {
    const why = pathError(path)
    return why ? [{ at, why: `${JSON.stringify(path)} must be a path inside the target: ${why}` }] : []
  }
  const isDirectory = hot === null || !['.', '..'].includes(hot)
  return [
    ...copy.flatMap(({ to }, index) => check(['copy', index, 'to'], to)),
    ...verify.flatMap(({ directory }, index) => check(['verify', index, 'directory'], directory)),
    ...(isDirectory ? [] : [{ at: ['hot'], why: 'the hot directory must be inside the target' }]),
  ]
}

function scenarioErrors({ kind, image, scenarios, hot, limits, services }: Workload): FileError[] {
  const known = listScenarios().map(({ id }) => id)
  return scenarios.flatMap((id, index): FileError[] => {
    const error = (why: string) => [{ at: ['scenarios', index], why }]
    const scenario = findScenario(id)
    if (!scenario) return error(`unknown scenario ${id} (${alternatives(id, known)})`)
    if (kind === 'container-start' && id !== 'layer')
      return error('the kind container-start supports only the scenario layer')
    if (scenario.runs === 'container' && 'none' in image)
      return error(`the scenario ${id} runs in a container, so the workload needs the field image`)
    if (scenario.runs !== 'container' && kind !== 'command')
      return error(`the kind ${kind} needs a container, but the scenario ${id} has none`)
    if (scenario.runs !== 'container' && services)
      return error(`services need a container beside them, but the scenario ${id} has none`)
    if (scenario.runs !== 'container' && limits)
      return error(`limits need a container, but the scenario ${id} has none`)
    if (scenario.needsHot && hot === null)
      return error(`the scenario ${id} needs a \`hot\` directory, which it puts on a volume`)
    return []
  })
}
