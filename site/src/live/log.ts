/** Writes one line of JSON for each thing that happened, for whoever collects logs. It holds no token and no body. */
export type Log = (level: 'info' | 'error', event: string, facts?: Record<string, string | number | null>) => void

/** @param write where lines go */
export function jsonLog(write: (line: string) => void): Log {
  return (level, event, facts = {}) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`)
  }
}

/** What is logged of an error that nobody meant: what it says, and where it came from. */
export function factsOf(error: unknown): Record<string, string> {
  return error instanceof Error
    ? { message: error.message, stack: error.stack ?? '' }
    : { message: String(error), stack: '' }
}
