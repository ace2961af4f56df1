/** Read `5%` or `0.05`. @returns null when it is none, or not above 0 and at most `most` */
export function parseShare(text: string, most: number): number | null {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
  const value = Number(digits) / (percent ? 100 : 1)
  return digits === undefined || value <= 0 || value > most ? null : value
}
