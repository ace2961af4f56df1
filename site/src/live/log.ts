/** Takes what happened. It holds no token and no body. */
export type Log = (level: 'info' | 'error', event: string, facts?: Record<string, string | number | null>) => void

/** Writes one line of JSON for each thing that happened, for whoever collects logs. @param write where lines go */
export function jsonLog(write: (line: string) => void): Log {
  return (level, event, facts = {}) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`)
  }
}

/** On a terminal nobody collects logs: what went wrong alone is written, in a line. @param write where lines go */
export function terminalLog(write: (line: string) => void): Log {
  return (level, event, { file, pointer, message } = {}) => {
    if (level === 'info') return
    const said = [event.replaceAll('-', ' '), file, pointer, message].filter(
      (part) => part !== undefined && part !== '',
    )
    write(`plimsoll-registry: ${said.join(': ')}\n`)
  }
}

/** What is logged of an error that nobody meant: what it says, and where it came from. */
export function factsOf(error: unknown): Record<string, string> {
  return error instanceof Error
    ? { message: error.message, stack: error.stack ?? '' }
    : { message: String(error), stack: '' }
}
