import { constants } from 'node:os'
import { printNote } from '@plimsoll/schema/node'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Handler = (signal: (typeof SIGNALS)[number]) => void

const handlers: Handler[] = []
const handle: Handler = (signal) => handlers.at(-1)?.(signal)

/**
 * Handles Ctrl-C, a closed terminal and SIGTERM. The newest handler alone is called.
 * @returns a function that removes the handler
 */
export function onSignals(handler: Handler): () => void {
  if (handlers.length === 0) for (const name of SIGNALS) process.on(name, handle)
  handlers.push(handler)
  return () => {
    handlers.splice(handlers.indexOf(handler), 1)
    if (handlers.length === 0) for (const name of SIGNALS) process.off(name, handle)
  }
}

/**
 * Ends this process at a signal, as a process without handlers would. The library that runs programs handles signals
 * while a program runs. A signal that arrives as the program ends would be lost, if nothing else handled it.
 */
export function endOnSignals(): () => void {
  return onSignals((signal) => process.exit(128 + constants.signals[signal]))
}

/** Aborts the run early at a signal. The samples measured so far are kept. */
export function abortOnSignals(): { signal: AbortSignal; stop: () => void } {
  const abort = new AbortController()
  const stop = onSignals(() => {
    if (!abort.signal.aborted) {
      printNote('Interrupted: keeping samples if there are any, and cleaning up…')
    }
    abort.abort()
  })
  return { signal: abort.signal, stop }
}
