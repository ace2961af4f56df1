import { resolve } from 'node:path'
import { DEFAULT_DESIGN } from '@plimsoll/schema/verdict'
import { Problem, type VariantRequest } from '@plimsoll/workloads'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { FAIL_ON, type FailOn } from '../fail-on.ts'
import {
  MAX_ALPHA,
  MAX_THRESHOLD,
  parseVariantSpec,
  share,
  type VariantSpec,
} from '../measure-request/parse-settings.ts'
import type { Variants } from '../measure-request/variants.ts'
import { settingFlag } from './setting-flag.ts'

/** The flags of `plimsoll run` for a check: a run that compares two variants, base and head. */
export interface CheckFlags {
  base?: string
  head?: string
  variant: Partial<Record<VariantName, VariantSpec>>
  alpha?: number
  threshold?: number
  failOn: FailOn[]
}

export type VariantName = 'base' | 'head'

/** Adds the flags that make a run a check, which compares two variants. */
export function addCheckFlags(command: Command): Command {
  const only = (flags: string, description: string) => new Option(flags, description).conflicts('resume')
  const { alpha, threshold } = DEFAULT_DESIGN
  return command
    .addOption(
      only(
        '--base <place>',
        'the base of a check: a folder with the project, or a branch, tag or commit of its git repository',
      ),
    )
    .addOption(only('--head <place>', 'the head of a check, named in the same way (default: the current folder)'))
    .addOption(
      only(
        '--variant <base=spec>',
        "a variant of a check of two engines or images. Give the flag twice: --variant base=engine=docker --variant head=engine=podman. image=NAME sets the image of the project's own workloads. dir=DIR sets the folder, as --base and --head do. Separate several settings with commas",
      )
        .argParser(variantSpec)
        .default({}, 'none'),
    )
    .addOption(
      only(
        '--alpha <share>',
        `accepted probability of any false positive in the whole check (default: ${100 * alpha}%)`,
      ).argParser(settingFlag(share(MAX_ALPHA))),
    )
    .addOption(
      only(
        '--threshold <share>',
        `the smallest change that is reported as slower or faster (default: ${100 * threshold}%)`,
      ).argParser(settingFlag(share(MAX_THRESHOLD))),
    )
    .addOption(
      new Option(
        '--fail-on <verdict...>',
        'exit with code 1 if the run has one of these results. A run without variants can only be unreliable',
      )
        .choices(FAIL_ON)
        .default([], 'none'),
    )
}

/**
 * The requested variants of a check. Null for a plain run.
 * @throws Problem (2) if only one variant is given, or if a plain run has flags of a check
 */
export function requestedVariants(flags: CheckFlags & { resume?: string }): Variants | null {
  const variants = { base: variantOf('base', flags), head: variantOf('head', flags) }
  const said = (name: VariantName) => flags[name] !== undefined || flags.variant[name] !== undefined
  if (!said('base') && !said('head')) {
    const orphan = flags.alpha !== undefined ? '--alpha' : flags.threshold !== undefined ? '--threshold' : null
    if (orphan)
      throw new Problem(2, `${orphan} needs a check. Name the two variants with --base and --head, or --variant.`)
    const verdict = flags.failOn.find((result) => result !== 'unreliable')
    if (verdict !== undefined && !flags.resume)
      throw new Problem(
        2,
        `--fail-on ${verdict} needs a check. Name the two variants with --base and --head, or --variant.`,
      )
    return null
  }
  if (!said('base'))
    throw new Problem(2, 'A check needs two variants, and base is missing. Add --base or --variant base=….')
  return variants
}

function variantOf(name: VariantName, flags: CheckFlags): VariantRequest {
  const { dir, engine, image } = flags.variant[name] ?? {}
  if (dir !== undefined && flags[name] !== undefined)
    throw new Problem(2, `The folder of ${name} is given twice. Remove --${name} or dir=.`)
  return { directory: resolve(flags[name] ?? dir ?? '.'), engine: engine ?? null, image: image ?? null }
}

/** Parses a flag's value such as `base=engine=docker,image=debian:13`, which describes one variant. */
function variantSpec(text: string, before: CheckFlags['variant']): CheckFlags['variant'] {
  const [, name, rest] = /^(base|head)=(.+)$/s.exec(text) ?? []
  const spec = rest === undefined ? null : parseVariantSpec(rest)
  if (name === undefined || spec === null)
    throw new InvalidArgumentError(
      'It takes base= or head=, and then engine=NAME, image=NAME or dir=DIR, with commas between.',
    )
  const variant = name as VariantName
  for (const key of Object.keys(spec) as (keyof VariantSpec)[])
    if (before[variant]?.[key] !== undefined) throw new InvalidArgumentError(`${key} of ${name} is given twice.`)
  return { ...before, [variant]: { ...before[variant], ...spec } }
}
