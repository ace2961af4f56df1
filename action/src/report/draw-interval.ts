/**
 * An interval on a line of text, such as `·············│··━━●━━···`. `│` is the middle of the axis (no change, or a ratio
 * of 1), and `●` is the estimate.
 * @param interval its ends, where −1 … 1 is the axis; an end beyond it is drawn as an arrow
 * @param estimate on the same axis; null for a range, which has none
 * @param half the number of characters on either side of the middle
 */
export function drawInterval([low, high]: readonly [number, number], estimate: number | null, half: number): string {
  const at = (value: number) => half + Math.round(half * Math.max(-1, Math.min(1, value)))
  const line: string[] = Array.from({ length: 2 * half + 1 }, (_, place) =>
    place >= at(low) && place <= at(high) ? '━' : '·',
  )
  line[half] = '│'
  if (estimate !== null) line[at(estimate)] = '●'
  if (low < -1) line[0] = '◀'
  if (high > 1) line[2 * half] = '▶'
  return line.join('')
}
