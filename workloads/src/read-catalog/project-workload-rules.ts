import { findScenario } from '../scenarios.ts'
import type { Workload } from './workload.ts'
import { pathError } from './workload-rules.ts'
import type { FileError, Path } from './yaml-file.ts'

/** Whether `from` is a path in the project, rather than in the image. */
export function isOfProject(from: string): boolean {
  return from.startsWith('./')
}

/** Checks the rules that apply only to a project's own workload files. */
export function projectWorkloadErrors(workload: Workload): FileError[] {
  return [
    ...catalogOnly(workload),
    ...imageErrors(workload),
    ...sourceErrors(workload),
    ...fixtureErrors(workload),
    ...unused(workload),
  ]
}

/** Rejects fields that only the catalog may use, because a project's workload cannot use Plimsoll's own files. */
function catalogOnly({
  kind,
  toolchain,
  fromImage,
  writes,
  removes,
  image,
  run,
  setup = [],
  prepare,
  environment,
  copy,
}: Workload): FileError[] {
  const refuse = (at: Path, what: string) => [{ at, why: `${what} is reserved for workloads of Plimsoll's catalog` }]
  const words: [Path, string][] = [
    ...run.map((word, index): [Path, string] => [['run', index], word]),
    ...setup.map((word, index): [Path, string] => [['setup', index], word]),
    ...prepare.map((word, index): [Path, string] => [['prepare', index], word]),
    ...Object.entries(environment).map(([name, value]): [Path, string] => [['environment', name], value]),
    ...copy.map(({ from }, index): [Path, string] => [['copy', index, 'from'], from]),
  ]
  return [
    ...(kind === 'command' || kind === 'container-start' ? [] : refuse(['kind'], `the kind ${kind}`)),
    ...(toolchain.length > 0 ? refuse(['toolchain'], 'toolchain') : []),
    ...(fromImage.length > 0 ? refuse(['fromImage'], 'fromImage') : []),
    ...(writes.length > 0 ? refuse(['writes'], 'writes') : []),
    ...(removes ? refuse(['removes'], 'removes') : []),
    ...('target' in image && !('dockerfile' in image)
      ? refuse(['image', 'target'], 'a target without a dockerfile')
      : []),
    ...words.flatMap(([at, word]) => (word.includes('${toolchain}') ? refuse(at, '${toolchain}') : [])),
  ]
}

function imageErrors({ image }: Workload): FileError[] {
  if (!('dockerfile' in image)) return []
  return [
    ...projectPath(['image', 'dockerfile'], image.dockerfile),
    ...projectPath(['image', 'context'], image.context ?? '.'),
  ]
}

function sourceErrors({ copy, scenarios }: Workload): FileError[] {
  const outside = scenarios.filter((id) => findScenario(id)?.runs !== 'container')
  return copy.flatMap(({ from }, index) => {
    const at = ['copy', index, 'from']
    if (isOfProject(from)) return projectPath(at, from)
    if (!from.startsWith('/') || from.split('/').includes('..') || from.includes('\\'))
      return [
        {
          at,
          why: `${JSON.stringify(from)} is not a valid path: start it with ./ for a file of the project, or with / for a file of the image`,
        },
      ]
    return outside.length === 0
      ? []
      : [{ at, why: `the scenario ${outside[0]} has no image, so ${from} does not exist there` }]
  })
}

function fixtureErrors({ fixtures = [] }: Workload): FileError[] {
  return fixtures.flatMap((path, index) =>
    isOfProject(path)
      ? projectPath(['fixtures', index], path)
      : [{ at: ['fixtures', index], why: `${JSON.stringify(path)} is not a file of the project: start it with ./` }],
  )
}

/** Rejects fields that a workload of kind container-start would silently ignore. */
function unused(workload: Workload): FileError[] {
  if (workload.kind !== 'container-start') return []
  const { copy, setup = [], prepare, environment, services = {}, home, times, hot, limits, verify } = workload
  const lists = { copy: copy.length, setup: setup.length, prepare: prepare.length }
  const records = { environment: Object.keys(environment).length, services: Object.keys(services).length }
  const others = {
    home: home === 'slot',
    times: times > 1,
    hot: hot !== null,
    limits: limits !== undefined,
    verify: verify.length > 0,
  }
  return Object.entries({ ...lists, ...records, ...others })
    .filter(([, is]) => is)
    .map(([name]) => ({
      at: [name],
      why: `the kind container-start does not support ${name}: it runs only the program`,
    }))
}

function projectPath(at: Path, path: string): FileError[] {
  const why = pathError(path)
  return why ? [{ at, why: `${JSON.stringify(path)} must be a path inside the project: ${why}` }] : []
}
