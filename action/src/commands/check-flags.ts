import { resolve } from 'node:path'
import { DEFAULT_DESIGN } from '@plimsoll/schema/verdict'
import { type ArmRequest, Problem } from '@plimsoll/workloads'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type ArmSpec, parseArmSpec } from '../measure/arm-spec.ts'
import { FAIL_ON, type FailOn } from '../measure/fail-on.ts'
import { MOST_ALPHA, MOST_THRESHOLD, parseShare } from '../measure/limits.ts'

/** What `plimsoll run` takes for a check. */
export interface CheckFlags {
  base?: string
  head?: string
  arm: Partial<Record<ArmName, ArmSpec>>
  alpha?: number
  threshold?: number
  failOn: FailOn[]
}

export type ArmName = 'base' | 'head'

/** Add the flags that make a run a check. */
export function addCheckFlags(command: Command): Command {
  const only = (flags: string, description: string) => new Option(flags, description).conflicts('resume')
  const { alpha, threshold } = DEFAULT_DESIGN
  return command
    .addOption(only('--base <dir>', "a check: the project's workloads as they are in this folder, against --head"))
    .addOption(only('--head <dir>', 'a check: the same workloads as they are in this folder'))
    .addOption(
      only(
        '--arm <base=spec>',
        'a check of two engines or images: base=engine=docker head=engine=podman; image=NAME for what own workloads run in; dir=DIR as --base and --head; several with commas',
      )
        .argParser(armSpec)
        .default({}, 'none'),
    )
    .addOption(
      only('--alpha <share>', `chance of any false call in the whole check (default: ${100 * alpha}%)`).argParser(
        share(MOST_ALPHA),
      ),
    )
    .addOption(
      only(
        '--threshold <share>',
        `the smallest change that is called slower or faster (default: ${100 * threshold}%)`,
      ).argParser(share(MOST_THRESHOLD)),
    )
    .addOption(
      new Option('--fail-on <verdict...>', 'end with exit code 1 if a check says so')
        .choices(FAIL_ON)
        .default([], 'none'),
    )
}

/**
 * What the arms are made of, or null for a plain run.
 * @throws Problem (2) for an arm without the other, and for flags that are of a check alone
 */
export function requestedArms(flags: CheckFlags & { resume?: string; engine: string[] }) {
  const arms = { base: armOf('base', flags), head: armOf('head', flags) }
  const said = (name: ArmName) => flags[name] !== undefined || flags.arm[name] !== undefined
  if (!said('base') && !said('head')) {
    const orphan = flags.alpha !== undefined ? '--alpha' : flags.threshold !== undefined ? '--threshold' : null
    if (orphan) throw new Problem(2, `${orphan} is for a check: say what is compared with --base and --head, or --arm.`)
    if (flags.failOn.length > 0 && !flags.resume)
      throw new Problem(2, '--fail-on is for a check: say what is compared with --base and --head, or --arm.')
    return null
  }
  for (const name of ['base', 'head'] as const)
    if (!said(name))
      throw new Problem(2, `A check has two arms: say what ${name} is, with --${name} or --arm ${name}=….`)
  if ((arms.base.engine === null) !== (arms.head.engine === null))
    throw new Problem(2, 'Give both arms an engine, or neither: --arm base=engine=… --arm head=engine=….')
  if (arms.base.engine !== null && String(flags.engine) !== 'all')
    throw new Problem(2, 'The arms have engines of their own: leave --engine out.')
  return arms
}

function armOf(name: ArmName, flags: CheckFlags): ArmRequest {
  const { dir, engine, image } = flags.arm[name] ?? {}
  if (dir !== undefined && flags[name] !== undefined)
    throw new Problem(2, `The folder of ${name} is said twice: leave --${name} or dir= out.`)
  return { directory: resolve(flags[name] ?? dir ?? '.'), engine: engine ?? null, image: image ?? null }
}

/** `base=engine=docker,image=debian:13` */
function armSpec(text: string, before: CheckFlags['arm']): CheckFlags['arm'] {
  const [, name, rest] = /^(base|head)=(.+)$/s.exec(text) ?? []
  const spec = rest === undefined ? null : parseArmSpec(rest)
  if (name === undefined || spec === null)
    throw new InvalidArgumentError(
      'It takes base= or head=, and then engine=NAME, image=NAME or dir=DIR, with commas between.',
    )
  const arm = name as ArmName
  for (const key of Object.keys(spec) as (keyof ArmSpec)[])
    if (before[arm]?.[key] !== undefined) throw new InvalidArgumentError(`${key} of ${name} is said twice.`)
  return { ...before, [arm]: { ...before[arm], ...spec } }
}

function share(most: number): (text: string) => number {
  return (text) => {
    const value = parseShare(text, most)
    if (value === null)
      throw new InvalidArgumentError(`It takes a share such as 5% or 0.05, above 0 and at most ${100 * most}%.`)
    return value
  }
}
