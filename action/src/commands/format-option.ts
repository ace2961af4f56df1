import { Option } from 'commander'
import { FORMATS } from '../report/formats.ts'

/** The flag `--format` of every command that prints a report. */
export function formatOption(description = 'output format', formats: readonly string[] = FORMATS): Option {
  return new Option('--format <format>', description).choices(formats).default('table')
}
