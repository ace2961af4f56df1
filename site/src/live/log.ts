/** Logs an event. Facts contain no token and no body. */
export type Log = (level: 'info' | 'error', event: string, facts?: Record<string, string | number | null>) => void

/** Logs each event as one line of JSON, for a log collector. @param write receives the lines */
export function jsonLog(write: (line: string) => void): Log {
  return (level, event, facts = {}) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`)
  }
}

/** Logs errors only, one line each, for a terminal. @param write receives the lines */
export function terminalLog(write: (line: string) => void): Log {
  return (level, event, { file, pointer, message } = {}) => {
    if (level === 'info') return
    const parts = [event.replaceAll('-', ' '), file, pointer, message].filter(
      (part) => part !== undefined && part !== '',
    )
    write(`plimsoll-registry: ${parts.join(': ')}\n`)
  }
}

/** Returns the facts to log about an unexpected error: its message and where it was thrown. */
export function factsOf(error: unknown): Record<string, string> {
  return error instanceof Error
    ? { message: error.message, stack: error.stack ?? '' }
    : { message: String(error), stack: '' }
}
