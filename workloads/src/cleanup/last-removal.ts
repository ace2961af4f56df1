import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plimsollHome } from './plimsoll-home.ts'

/**
 * Records that Plimsoll removed files on this machine now. Never throws: a missing record only means that the next run
 * does not rest. The folder exists as soon as a run was registered.
 */
export function noteRemoval(): void {
  try {
    writeFileSync(recordFile(), `${new Date().toISOString()}\n`)
  } catch {}
}

/**
 * The seconds since Plimsoll last removed files on this machine, by the wall clock, because a file system compares the
 * time of a removal with the wall clock too. Null if no removal is known, or if its time is in the future.
 */
export function secondsSinceRemoval(now = Date.now()): number | null {
  let text: string
  try {
    text = readFileSync(recordFile(), 'utf8')
  } catch {
    return null
  }
  const seconds = (now - Date.parse(text.trim())) / 1000
  return seconds >= 0 ? seconds : null
}

function recordFile(): string {
  return join(plimsollHome(), 'last-removal')
}
