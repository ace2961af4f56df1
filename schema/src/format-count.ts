/**
 * Returns the count with the noun: `1 benchmark`, `2,000 benchmarks`.
 * @param noun in the singular
 */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
