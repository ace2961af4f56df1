const QUIET_MS = 2000
const STEP_MS = 1000

/**
 * Shows progress on stderr for work that takes longer than two seconds. It is one line, which is rewritten on a
 * terminal.
 */
export function showProgress(): { say: (text: string) => void; end: () => void } {
  const terminal = process.stderr.isTTY
  let last = performance.now() + QUIET_MS - STEP_MS
  let shown = false
  return {
    say(text) {
      if (performance.now() - last < STEP_MS) return
      last = performance.now()
      shown = true
      process.stderr.write(terminal ? `\r\u001b[K${text}` : `${text}\n`)
    },
    end() {
      if (terminal && shown) process.stderr.write('\r\u001b[K')
    },
  }
}
