import { forTerminal } from '@plimsoll/schema'
import { pino, stdTimeFunctions } from 'pino'

/** Logs an event with some facts. The facts contain no token and no body of a request. */
export type Log = (level: 'info' | 'error', event: string, facts?: Record<string, string | number | null>) => void

/**
 * Logs each event as one line of JSON, for a program that collects logs. The line has no invisible characters and no
 * workflow commands, because a terminal or a runner may show it as well.
 * @param write receives the lines
 */
export function jsonLog(write: (line: string) => void): Log {
  const logger = pino(
    {
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => write(`${escapeInvisible(line.trimEnd())}\n`) },
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

/** Escapes the characters of a line of JSON that `forTerminal` would change. The line has the same value. */
function escapeInvisible(line: string): string {
  return line
    .replaceAll('##[', '#\\u0023[')
    .replace(/[^\n -~]/gu, (character) => (forTerminal(character) === character ? character : toEscapes(character)))
}

function toEscapes(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  return units.map((unit) => `\\u${unit}`).join('')
}
