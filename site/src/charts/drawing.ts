/** A chart as SVG, in both layouts. */
export interface Drawing {
  wide: string
  narrow: string
}

/** Draws a chart in both its layouts. */
export async function inBothLayouts(draw: (layout: 'wide' | 'narrow') => Promise<string>): Promise<Drawing> {
  const [wide, narrow] = await Promise.all([draw('wide'), draw('narrow')])
  return { wide, narrow }
}
