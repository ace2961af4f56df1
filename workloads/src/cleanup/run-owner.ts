import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isRunningSince, readProcessStart } from '@plimsoll/schema/node'

/** The time after which a run of another machine has ended: longer than any run takes, in ms. */
const MAX_RUN_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Returns what identifies this process on its machine: `HOST-PID-START-SECONDS`, with the time since the epoch. It is a
 * label on everything that a run creates in an engine, because users with different home directories share an engine, and
 * cannot see the records of each other's runs.
 */
export function runOwner(): string {
  return [hostOf(), process.pid, readProcessStart(process.pid), STARTED].join('-')
}

const STARTED = Math.floor(Date.now() / 1000)

/**
 * Whether the process with this `runOwner` may still run. Processes of another machine, of this machine before a restart,
 * or of another container are invisible here; these may run until no run takes that long. False for a text that is no
 * owner.
 */
export function mayBeRunning(owner: string): boolean {
  const [, host, pid, start = null, seconds] = OWNER.exec(owner) ?? []
  const began = Number(seconds) * 1000
  if (host === hostOf()) return isRunningSince(Number(pid), began, start)
  return Date.now() - began < MAX_RUN_MS
}

const OWNER = /^([0-9a-f]{12})-(\d+)-([0-9a-f]{12})-(\d+)$/

/** A short hash of the machine since its last start, and of the container whose processes are visible here. */
function hostOf(): string {
  return createHash('sha256').update(visibleProcesses()).digest('hex').slice(0, 12)
}

function visibleProcesses(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1') + readlinkSync('/proc/self/ns/pid')
  } catch {
    return hostname() // There is no /proc.
  }
}
