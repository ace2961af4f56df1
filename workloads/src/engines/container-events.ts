import type { Lifecycle } from '../engine.ts'

/**
 * Arguments of `docker events` for the last ten minutes before a time.
 * @param until that time, in ms since 1970
 */
export function dockerEventFlags(until: number): string[] {
  return ['--since', '10m', '--until', (until / 1000).toFixed(3), '--format', '{{json .}}']
}

/**
 * Reads a container's life cycle from the event lines of its engine. Docker's events are `create start die destroy`;
 * Podman's are `create start died remove`. All times are from the engine's clock, so they need no synchronisation with
 * the host.
 * @returns null if an event is missing
 */
export function readLifecycle(lines: string): Lifecycle | null {
  const times = new Map<string, bigint>()
  for (const line of lines.split('\n')) {
    const action = /"(?:Action|Status)":"([a-z]+)"/.exec(line)?.[1]
    const time = timeOf(line)
    if (action && time !== null) times.set(action, time)
  }
  const [created, started, ended, removed] = [['create'], ['start'], ['die', 'died'], ['destroy', 'remove']].map(
    (names) => names.map((name) => times.get(name)).find((time) => time !== undefined),
  )
  if (created === undefined || started === undefined || ended === undefined || removed === undefined) return null
  const phases = { start: Number(started - created), run: Number(ended - started), remove: Number(removed - ended) }
  return Object.values(phases).every((phase) => phase >= 0) ? phases : null
}

/**
 * The time of an event line in nanoseconds since 1970, which no double can hold exactly. It is Docker's `timeNano`, or
 * Podman's RFC 3339 text.
 */
function timeOf(line: string): bigint | null {
  const nano = /"timeNano":(\d+)/.exec(line)?.[1]
  if (nano) return BigInt(nano)
  const [, seconds, fraction = '', zone] = /"[Tt]ime":"([^".]+?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)"/.exec(line) ?? []
  if (!seconds) return null
  const whole = Date.parse(`${seconds}${zone}`)
  return Number.isNaN(whole) ? null : BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9))
}
