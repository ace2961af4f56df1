import type { Budget } from '@plimsoll/workloads'
import { type Command, Option } from 'commander'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { AUTHOR, BUDGET, ROUNDS, SEED, wholeNumber } from '../measure-request/parse-settings.ts'
import { RUN_FORMATS } from '../report/formats.ts'
import { formatOption } from './format-option.ts'
import { settingFlag } from './setting-flag.ts'

/** The flags of every command that measures. */
export interface MeasureFlags {
  scenario: string[]
  engine: string[]
  rounds?: number
  seed?: number
  budget?: Budget
  author?: string
  /** False for `--no-rest`. */
  rest: boolean
  dir?: string
  out?: string
  format: string
}

/** Adds the flags of every command that measures. */
export function addMeasureFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--scenario <name...>', 'only these scenarios (where the files are stored), for example bind').default(
        [],
        'all',
      ),
    )
    .addOption(
      new Option('--engine <name...>', 'only these engines. `all`: every engine found; `none`: only the host').default(
        ['all'],
        'all',
      ),
    )
    .option(
      '--rounds <n>',
      'a fixed number of measured rounds (overrides the suite); with --base/--head, the maximum (14–50)',
      settingFlag(wholeNumber(ROUNDS)),
    )
    .option('--seed <n>', 'seed of the shuffled order (default: random)', settingFlag(wholeNumber(SEED)))
    .option('--budget <time>', 'measure no longer than this, for example 90s, 10m, 1h30m', settingFlag(BUDGET))
    .option('--author <name>', 'who made the run, for its citations (default: the repository)', settingFlag(AUTHOR))
    .option('--no-rest', 'do not rest before the first sample')
    .option(
      '--dir <dir>',
      'directory of native and bind-mounted files (default: ~/plimsoll-samples, on macOS in ~/Library/Caches)',
    )
    .option('--out <file>', 'the run document (default: plimsoll-<id>.json)')
    .addOption(formatOption('output format of the report on standard output', RUN_FORMATS))
}

/** The part of a request that the flags of every command that measures set. */
export function measureSettings(
  flags: MeasureFlags,
): Pick<MeasureRequest, 'scenarios' | 'engines' | 'rounds' | 'seed' | 'budget' | 'author' | 'noRest' | 'dir' | 'out'> {
  const { scenario, engine, rounds, seed, budget, author, rest, dir, out } = flags
  return { scenarios: scenario, engines: engine, rounds, seed, budget, author, noRest: !rest, dir, out }
}
