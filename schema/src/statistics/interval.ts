/** The level of every interval of a run's summary. */
export const LEVEL = 0.95

/** An interval, lower end first, in the unit of the figure it belongs to. */
export type Interval = [lower: number, upper: number]
