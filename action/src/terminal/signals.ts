/** Abort the run early on Ctrl-C, on a closed terminal or on SIGTERM. The samples measured so far are kept. */
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
