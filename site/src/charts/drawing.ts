/** A chart as SVG, in the wide and in the narrow layout. */
export interface Drawing {
  wide: string
  narrow: string
}

/** Draws a chart in the wide and in the narrow layout. */
export async function inBothLayouts(draw: (layout: 'wide' | 'narrow') => Promise<string>): Promise<Drawing> {
  const [wide, narrow] = await Promise.all([draw('wide'), draw('narrow')])
  return { wide, narrow }
}
