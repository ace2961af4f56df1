/** Abort the run early on Ctrl-C, a closed terminal or SIGTERM, keeping the samples so far. */
export function abortOnSignals(): { signal: AbortSignal; stop: () => void } {
  const abort = new AbortController()
  const interrupt = () => {
    if (!abort.signal.aborted) process.stderr.write('\nInterrupted: keeping the samples and cleaning up…\n')
    abort.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of signals) process.on(name, interrupt)
  const stop = () => {
    for (const name of signals) process.off(name, interrupt)
  }
  return { signal: abort.signal, stop }
}
