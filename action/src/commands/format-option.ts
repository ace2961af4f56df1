import { Option } from 'commander'
import { FORMATS } from '../report/formats.ts'

/** The flag `--format` of every command that prints a report. */
export function formatOption(description = 'output format'): Option {
  return new Option('--format <format>', description).choices(FORMATS).default('table')
}
