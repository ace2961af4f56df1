const WIDTH = 20
const HALF = 12

/**
 * A bar drawn with text.
 * @param share the bar's length, 0 … 1 of the longest bar
 */
export function bar(share: number): string {
  return '█'.repeat(Math.max(1, Math.round(share * WIDTH)))
}

/**
 * An interval on a line of text, such as `·············│··━━●━━···`. `│` is no change, and `●` is the estimate.
 * @param scale the change at either end of the line; values beyond it are drawn as an arrow
 */
export function intervalBar([low, high]: readonly [number, number], estimate: number, scale: number): string {
  const at = (change: number) => HALF + Math.round(HALF * Math.max(-1, Math.min(1, change / scale)))
  const line: string[] = Array.from({ length: 2 * HALF + 1 }, (_, place) =>
    place >= at(low) && place <= at(high) ? '━' : '·',
  )
  line[HALF] = '│'
  line[at(estimate)] = '●'
  if (low < -scale) line[0] = '◀'
  if (high > scale) line[2 * HALF] = '▶'
  return `\`${line.join('')}\``
}

/**
 * The scale for drawings of these intervals: their largest absolute bound. The scale is at least 0.1, so that noise
 * does not look large, and at most 0.5.
 */
export function scaleOf(intervals: readonly (readonly [number, number])[]): number {
  return Math.min(0.5, Math.max(0.1, ...intervals.flat().map(Math.abs)))
}
