import { resolve } from 'node:path'
import { DEFAULT_DESIGN } from '@plimsoll/schema/verdict'
import { type ArmRequest, Problem } from '@plimsoll/workloads'
import { type Command, InvalidArgumentError, Option } from 'commander'

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

/** `--arm base=SPEC`: what is not said is as in the other arm's default. */
interface ArmSpec {
  dir?: string
  engine?: string
  image?: string
}

const FAIL_ON = ['slower', 'inconclusive', 'unfit'] as const
export type FailOn = (typeof FAIL_ON)[number]

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
        share(0.5),
      ),
    )
    .addOption(
      only(
        '--threshold <share>',
        `the smallest change that is called slower or faster (default: ${100 * threshold}%)`,
      ).argParser(share(10)),
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
  const form = 'It takes base= or head=, and then engine=NAME, image=NAME or dir=DIR, with commas between.'
  const [, name, rest] = /^(base|head)=(.+)$/s.exec(text) ?? []
  if (name === undefined || rest === undefined) throw new InvalidArgumentError(form)
  const spec: ArmSpec = { ...before[name as ArmName] }
  for (const part of rest.split(',')) {
    const [, key, value] = /^(engine|image|dir)=(.+)$/s.exec(part) ?? []
    if (key === undefined || value === undefined) throw new InvalidArgumentError(form)
    if (spec[key as keyof ArmSpec] !== undefined) throw new InvalidArgumentError(`${key} of ${name} is said twice.`)
    spec[key as keyof ArmSpec] = value
  }
  return { ...before, [name]: spec }
}

/** `5%` or `0.05`. */
function share(most: number): (text: string) => number {
  return (text) => {
    const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
    const value = Number(digits) / (percent ? 100 : 1)
    if (digits === undefined || value <= 0 || value > most)
      throw new InvalidArgumentError(`It takes a share such as 5% or 0.05, above 0 and at most ${100 * most}%.`)
    return value
  }
}
