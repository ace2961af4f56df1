import { noteStream, type Terminal } from '@plimsoll/schema/node'
import { BUSY_SHARE, busyShare } from '@plimsoll/workloads'
import { StatusLine } from '../../action/src/progress/status-line.ts'

const MAX_SECONDS = 60
/** The seconds over which the load is measured. Shorter ones would end the wait between two steps of the same program. */
const WINDOW_SECONDS = 2

/**
 * Waits until less than half of the CPU time is used, at most a minute. Before the first sample, the load is that of the
 * set-up: the installation of packages, and an engine that starts.
 * @param measure returns the share of the CPU time that is used over some ms; null if it is unknown. A test replaces it.
 */
export async function waitForQuiet(measure = busyShare, terminal: Terminal = noteStream()): Promise<void> {
  const isBusy = async () => ((await measure(WINDOW_SECONDS * 1000)) ?? 0) >= BUSY_SHARE
  if (!(await isBusy())) return
  const status = new StatusLine(terminal)
  status.line(`Waiting until the load of the set-up settles, at most ${MAX_SECONDS} s (--no-rest skips this)`)
  status.tick((since) => ({
    ...{ share: since / MAX_SECONDS, secondsLeft: Math.max(0, MAX_SECONDS - since), secondsSoFar: null },
    text: 'waiting until the load settles',
  }))
  try {
    for (let left = MAX_SECONDS - WINDOW_SECONDS; left > 0; left -= WINDOW_SECONDS) if (!(await isBusy())) return
  } finally {
    status.clear()
  }
}
