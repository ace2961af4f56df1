import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sample } from '@plimsoll/schema'
import type { Plan } from './plan.ts'

/** A line of the journal. The first is the plan; a run that ended by itself has an end. */
export type JournalEntry =
  | { event: 'plan'; run: string; startedAt: string; plan: Plan }
  | { event: 'sample'; cell: number; sample: Sample; calibration: number[] }
  | { event: 'end'; status: 'complete' | 'partial' }

/** A journal that is on the disk before the next sample begins: a killed run loses nothing it measured. */
export interface Journal {
  append(entry: JournalEntry): void
  close(): void
}

/** Open a new journal file. @throws the system's error when it exists already or cannot be made. */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true })
  const descriptor = openSync(file, 'ax')
  return {
    append(entry) {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`)
      fsyncSync(descriptor)
    },
    close: () => closeSync(descriptor),
  }
}
