/** The state of long work: how much of it is done, and what is being done. */
export interface WorkProgress {
  /** the share that is done, 0 … 1; null if it is not known */
  share: number | null
  /** seconds left, estimated from the work so far; null if there is no estimate */
  secondsLeft: number | null
  /** seconds since the work began; they are shown if there is no estimate. Null if they are not to be shown. */
  secondsSoFar: number | null
  text: string
}

/** Below this width, a bar is shorter, and below the second, it is left out. */
const WIDE = 60
const NARROW = 40

/**
 * Work in progress as one line of a terminal: a bar, percent, the time left, and what is being done.
 * @param columns of the terminal; the line is shorter by one, because a full line would move the cursor to the next one
 */
export function progressLine({ share, secondsLeft, secondsSoFar, text }: WorkProgress, columns: number): string {
  const width = columns >= WIDE ? 20 : columns >= NARROW ? 10 : 0
  const known = share === null ? null : Math.min(1, Math.max(0, share))
  const full = Math.floor((known ?? 0) * width)
  const bar = known === null || width === 0 ? '' : `${'█'.repeat(full)}${'░'.repeat(width - full)} `
  const percent = known === null ? [] : [`${bar}${String(Math.floor(known * 100)).padStart(2)}%`]
  const time =
    secondsLeft !== null
      ? [describeTimeLeft(secondsLeft)]
      : secondsSoFar !== null
        ? [`${duration(Math.floor(secondsSoFar))} so far`]
        : []
  const characters = [...[...percent, ...time, text].join(' · ')]
  const most = Math.max(1, columns - 1)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
}

/** An estimate as a part of a sentence: `about 40 s left`. */
export function describeTimeLeft(seconds: number): string {
  return `about ${duration(Math.max(0, Math.round(seconds)))} left`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
