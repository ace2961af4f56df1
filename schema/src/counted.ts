/** `1 cell`, `2 cells`. @param noun in the singular */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
