import { InvalidArgumentError } from 'commander'
import { parseWhole } from '../measure-request/parse-settings.ts'

/**
 * A parser for a flag whose value is a whole number from `least` to `most`.
 * @returns a function that throws InvalidArgumentError for any other value
 */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = parseWhole(text, [least, most])
    if (number === null) throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`)
    return number
  }
}
