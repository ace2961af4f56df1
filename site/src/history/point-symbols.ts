/**
 * The colours and shapes that distinguish the histories of a chart, in order. `path` is about 10 wide and centred at 0.
 */
export const POINT_SYMBOLS = [
  { color: 'var(--volume)', shape: 'circle', path: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z' },
  { color: 'var(--bind)', shape: 'square', path: 'M-3.6-3.6h7.2v7.2h-7.2z' },
  { color: 'var(--layer)', shape: 'triangle-up', path: 'M0-4.4L4.4 3.6h-8.8z' },
  { color: 'var(--bind-volume)', shape: 'diamond', path: 'M0-5L3.6 0L0 5L-3.6 0z' },
  { color: 'var(--other)', shape: 'cross', path: 'M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z' },
] as const

/** Returns the colour and shape of a history's points. @param index the index of the history in its chart */
export function pointSymbolOf(index: number): (typeof POINT_SYMBOLS)[number] {
  return POINT_SYMBOLS[index] ?? POINT_SYMBOLS[0]
}
