import { InvalidArgumentError } from 'commander'
import type { Setting } from '../measure-request/parse-settings.ts'

/**
 * A parser for the flag of a setting.
 * @returns a function that throws InvalidArgumentError for a value that is not allowed
 */
export function settingFlag<Value>({ takes, parse }: Setting<Value>): (text: string) => Value {
  return (text) => {
    const value = parse(text)
    if (value === null) throw new InvalidArgumentError(`It takes ${takes}.`)
    return value
  }
}
