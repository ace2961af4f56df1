import { forTerminal } from '@plimsoll/schema'
import { pino, stdTimeFunctions } from 'pino'

/** Logs an event with some facts. The facts contain no token and no body of a request. */
export type Log = (level: 'info' | 'error', event: string, facts?: Record<string, string | number | null>) => void

/** Logs each event as one line of JSON, for a program that collects logs. @param write receives the lines */
export function jsonLog(write: (line: string) => void): Log {
  const logger = pino(
    {
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  )
  return (level, event, facts = {}) => logger[level](facts, event)
}

/** Logs only errors, one line for each, for a terminal. @param write receives the lines */
export function terminalLog(write: (line: string) => void): Log {
  return (level, event, { file, pointer, message } = {}) => {
    if (level === 'info') return
    const parts = [event.replaceAll('-', ' '), file, pointer, message].filter(
      (part) => part !== undefined && part !== '',
    )
    write(`plimsoll-registry: ${forTerminal(parts.join(': '))}\n`)
  }
}

/** Returns the facts to log about an unexpected error: its message and where it was thrown. */
export function errorFacts(error: unknown): Record<string, string> {
  return error instanceof Error
    ? { message: error.message, stack: error.stack ?? '' }
    : { message: String(error), stack: '' }
}
