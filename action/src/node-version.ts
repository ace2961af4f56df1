/** The oldest version of Node that runs Plimsoll: the one that `action.yml` requests. */
const OLDEST = 24

/**
 * Whether this Node can run a step. GitHub uses the Node that `action.yml` requests, but act on a host uses the host's
 * Node. If it is too old, print one sentence; the process then ends with 1.
 */
export function canRunStep(): boolean {
  if (Number.parseInt(process.version.slice(1), 10) >= OLDEST) return true
  process.stdout.write(
    `::error::Plimsoll needs Node ${OLDEST} or newer, and found ${process.version}. Put Node ${OLDEST} on the PATH of the runner.\n`,
  )
  process.exitCode = 1
  return false
}
