import { clearLine, printNote } from './print.ts'

/** Abort the run early on Ctrl-C, on a closed terminal or on SIGTERM. The samples measured so far are kept. */
export function abortOnSignals(): { signal: AbortSignal; stop: () => void } {
  const abort = new AbortController()
  const interrupt = () => {
    if (!abort.signal.aborted) {
      clearLine()
      printNote('Interrupted: keeping the samples and cleaning up…')
    }
    abort.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of signals) process.on(name, interrupt)
  const stop = () => {
    for (const name of signals) process.off(name, interrupt)
  }
  return { signal: abort.signal, stop }
}
