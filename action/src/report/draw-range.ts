/**
 * A range drawn with text: `   ├──┼────┤`, where `┼` (or `│`, beside the range) is the middle of the axis, a ratio of 1.
 * @param range its ends, 0 … 1 of the axis
 * @param width in characters; an even width loses one, because the middle has a character of its own
 */
export function drawRange([from, to]: readonly [number, number], width: number): string {
  const last = width - 1 - ((width - 1) % 2)
  const [start, middle, end] = [from, 0.5, to].map((share) => Math.round(share * last)) as [number, number, number]
  return Array.from({ length: last + 1 }, (_, at) => {
    if (at === middle) return at < start || at > end ? '│' : '┼'
    if (at === start) return start === end ? '•' : '├'
    if (at === end) return '┤'
    return at > start && at < end ? '─' : ' '
  })
    .join('')
    .trimEnd()
}
