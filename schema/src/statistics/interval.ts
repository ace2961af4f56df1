/** The level of every interval in a run's summary. */
export const LEVEL = 0.95

/** An interval, lower end first, in the unit of its figure. */
export type Interval = [lower: number, upper: number]
