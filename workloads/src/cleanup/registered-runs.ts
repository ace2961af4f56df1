import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, readProcessStart } from '@plimsoll/schema/node'
import { Problem } from '../problem.ts'
import { plimsollHome } from './plimsoll-home.ts'

/**
 * Records a run in progress, so that a later start can tell the resources of an active run from those that a killed run
 * left behind. Must be called before the run creates anything.
 * @throws Problem (3) if the record cannot be written
 */
export function registerRun(
  run: string,
  directories: string[],
  engines: string[],
  journal: string | null,
): RunRegistration {
  const file = join(runsDirectory(), `${run}.json`)
  const record: RegistrationContents = {
    pid: process.pid,
    start: readProcessStart(process.pid),
    directories,
    engines,
    journal,
    images: [],
  }
  const write = (to: string) => {
    try {
      mkdirSync(runsDirectory(), { recursive: true })
      writeFileSync(to, JSON.stringify(record))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new Problem(3, `Cannot write to ${runsDirectory()} (${code}). Make it writable, or free disk space.`)
    }
  }
  const rewrite = () => {
    write(`${file}.new`)
    renameSync(`${file}.new`, file) // A rename is atomic, so the record is never incomplete.
  }
  write(file)
  return {
    addJournal(journal) {
      record.journal = journal
      rewrite()
    },
    addImage(image) {
      record.images.push(image)
      rewrite()
    },
    forget: () => forget(file),
  }
}

/** The record of this process's own run. */
export interface RunRegistration {
  /** Records the path of the journal. */
  addJournal(journal: string): void
  /** Records the name of an image that only this run uses. Must be called before the image gets the name. */
  addImage(image: RegisteredImage): void
  /** Removes the record. Must be called after the cleanup is complete. */
  forget(): void
}

/** The name of an image in an engine. */
export interface RegisteredImage {
  /** The id of the engine. */
  engine: string
  name: string
}

interface RegistrationContents {
  pid: number
  /** The start of the process `pid`, as `readProcessStart` returns it. Null if it is unknown. */
  start: string | null
  directories: string[]
  /** The ids of the engines that the run used. */
  engines: string[]
  /** The absolute path of the run's journal. Null if the run ended during preparation. */
  journal: string | null
  /** The images that only this run, or its resumption, needs. */
  images: RegisteredImage[]
}

/** A recorded run of this host. */
export interface RegisteredRun extends RegistrationContents {
  run: string
  forget: () => void
}

/** Returns the recorded runs whose process has ended without removing the record. */
export function killedRuns(): RegisteredRun[] {
  return registeredRuns().flatMap(({ alive, ...noted }) => (alive ? [] : [noted]))
}

/** Returns the recorded runs that are still active. */
export function activeRuns(): RegisteredRun[] {
  return registeredRuns().flatMap(({ alive, ...noted }) => (alive ? [noted] : []))
}

function registeredRuns(): (RegisteredRun & { alive: boolean })[] {
  let names: string[]
  try {
    names = readdirSync(runsDirectory())
  } catch {
    return []
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file = join(runsDirectory(), name)
      return { run: name.slice(0, -'.json'.length), ...readRegistration(file), forget: () => forget(file) }
    })
}

function readRegistration(file: string): RegistrationContents & { alive: boolean } {
  try {
    const { pid, start = null, directories, engines, journal, images = [] } = JSON.parse(readFileSync(file, 'utf8'))
    return {
      pid: Number(pid),
      start,
      directories: directories.map(String) as string[],
      engines: engines.map(String) as string[],
      journal: journal ? String(journal) : null,
      images: images.map(({ engine, name }: RegisteredImage) => ({ engine: String(engine), name: String(name) })),
      alive: isRunning(Number(pid), file, start),
    }
  } catch {
    // A full disk has truncated the file, or it is not a record of Plimsoll.
    return { pid: 0, start: null, directories: [], engines: [], journal: null, images: [], alive: false }
  }
}

function forget(record: string): void {
  for (const file of [record, `${record}.new`]) rmSync(file, { force: true })
}

function runsDirectory(): string {
  return join(plimsollHome(), 'runs')
}
