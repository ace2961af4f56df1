import { InvalidArgumentError } from 'commander'

/** Reads a flag that takes a whole number. @throws InvalidArgumentError for anything else */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`)
    return number
  }
}
