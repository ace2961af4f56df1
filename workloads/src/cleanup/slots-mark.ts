import { lstatSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Marks a directory in which a run has its slots, so that the resumed run may use it again. The mark stays after cleanup.
 * @throws the system's error
 */
export function markSlots(directory: string): void {
  try {
    writeFileSync(markOf(directory), 'The slots of runs of Plimsoll were in this folder.\n', { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Whether Plimsoll marked a directory. Any program may name a folder `slots`. */
export function hasSlotsMark(directory: string): boolean {
  return lstatSync(markOf(directory), { throwIfNoEntry: false })?.isFile() ?? false
}

function markOf(directory: string): string {
  return join(directory, 'slots', '.plimsoll')
}
