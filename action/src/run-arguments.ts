import type { SetUpEngine } from '@plimsoll/workloads'
import type { Inputs } from './inputs/read-inputs.ts'

/** The folders of base and head, if the two versions of a pull request are compared. */
export interface Folders {
  base: string
  head: string
}

/**
 * The arguments of `plimsoll run` for the inputs of a step. The arguments are not passed through a shell.
 * @param folders the folders of both versions; null if no pull request is compared
 * @param out the path of the document
 * @param setUp the engine that was set up for this run, if any
 */
export function runArguments(
  inputs: Inputs,
  folders: Folders | null,
  out: string,
  setUp?: SetUpEngine | undefined,
): string[] {
  const { suite, workloads, params, scenarios, engines, variants, threshold, alpha, rounds, seed, budget, dir } = inputs
  const twoVariants = folders !== null || Object.keys({ ...variants.base, ...variants.head }).length > 0
  return [
    'run',
    ...one('--suite', suite),
    ...several('--workload', workloads),
    ...several(
      '--param',
      params.map(({ name, value }) => `${name}=${value}`),
    ),
    ...several('--scenario', scenarios),
    // The variants of a check may name their own engines.
    ...(variants.base.engine === undefined && variants.head.engine === undefined ? several('--engine', engines) : []),
    ...(twoVariants ? [...variant('base', variants.base, folders), ...variant('head', variants.head, folders)] : []),
    ...(twoVariants ? [...one('--threshold', threshold), ...one('--alpha', alpha)] : []),
    ...one('--rounds', rounds),
    ...one('--seed', seed),
    ...one('--budget', budget?.text),
    ...one('--dir', dir),
    ...setUpArguments(setUp),
    '--out',
    out,
  ]
}

/** The arguments of `plimsoll run` that describe an engine that was set up. */
export function setUpArguments(setUp: SetUpEngine | undefined): string[] {
  return setUp === undefined ? [] : ['--set-up', JSON.stringify(setUp)]
}

function variant(name: 'base' | 'head', spec: Inputs['variants']['base'], folders: Folders | null): string[] {
  const more = Object.entries(spec).map(([key, value]) => `${key}=${value}`)
  return [
    ...one(`--${name}`, folders?.[name]),
    ...(more.length > 0 ? ['--variant', `${name}=${more.join(',')}`] : []),
    // A variant without any setting is the current folder, `.`.
    ...(folders === null && more.length === 0 ? [`--${name}`, '.'] : []),
  ]
}

function one(flag: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [flag, String(value)]
}

function several(flag: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [flag, ...values]
}
