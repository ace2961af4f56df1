import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { makeDirectory } from './make-directory.ts'
import { isRunning, startOf } from './running.ts'

/** `~/.plimsoll`: inside every engine's default file share, so that bind mounts work where engines have a VM. */
export function plimsollHome(): string {
  return join(homedir(), '.plimsoll')
}

/** Where toolchains and the base image are cached. */
export function cacheDirectory(): string {
  return join(plimsollHome(), 'cache')
}

/**
 * Note that a run is under way, so that a later start can tell what a killed run left behind from what a run that is
 * still going needs. To be written before anything is made. @throws Problem (3) when it cannot be written
 */
export function registerRun(run: string, directories: string[], engines: string[], journal: string | null): RunNote {
  const file = join(runsDirectory(), `${run}.json`)
  const note: Note = { pid: process.pid, start: startOf(process.pid), directories, engines, journal, images: [] }
  const write = (to: string) => {
    try {
      makeDirectory(runsDirectory())
      writeFileSync(to, JSON.stringify(note))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new Problem(3, `${runsDirectory()} cannot be written to (${code}): make it writable, or make space.`)
    }
  }
  const rewrite = () => {
    write(`${file}.new`)
    renameSync(`${file}.new`, file) // at no moment is there half a note on a run that has made something
  }
  write(file)
  return {
    addJournal(journal) {
      note.journal = journal
      rewrite()
    },
    addImage(image) {
      note.images.push(image)
      rewrite()
    },
    forget: () => forget(file),
  }
}

/** The note on this process's own run. */
export interface RunNote {
  /** say where the journal is, once there is one */
  addJournal(journal: string): void
  /** say which name an image of this run alone is about to have */
  addImage(image: NotedImage): void
  /** take the note back, when nothing is left of the run */
  forget(): void
}

/** The name of an image in an engine. */
export interface NotedImage {
  /** the engine's id */
  engine: string
  name: string
}

interface Note {
  pid: number
  /** when that process began, as far as is known */
  start: string | null
  directories: string[]
  /** ids of the engines it used */
  engines: string[]
  /** absolute path of its journal, or null where it got no further than preparing */
  journal: string | null
  /** that only this run, or one that goes on with it, has a use for */
  images: NotedImage[]
}

/** A run of this machine that was noted when it began. */
export interface NotedRun extends Note {
  run: string
  forget: () => void
}

/** Runs whose process is gone without having taken its note back. */
export function deadRuns(): NotedRun[] {
  return notedRuns().flatMap(({ alive, ...noted }) => (alive ? [] : [noted]))
}

/** Runs that are going on. */
export function liveRuns(): NotedRun[] {
  return notedRuns().flatMap(({ alive, ...noted }) => (alive ? [noted] : []))
}

function notedRuns(): (NotedRun & { alive: boolean })[] {
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
      return { run: name.slice(0, -'.json'.length), ...readNote(file), forget: () => forget(file) }
    })
}

function readNote(file: string): Note & { alive: boolean } {
  try {
    const { pid, start = null, directories, engines, journal, images = [] } = JSON.parse(readFileSync(file, 'utf8'))
    return {
      pid: Number(pid),
      start,
      directories: directories.map(String) as string[],
      engines: engines.map(String) as string[],
      journal: journal ? String(journal) : null,
      images: images.map(({ engine, name }: NotedImage) => ({ engine: String(engine), name: String(name) })),
      alive: isRunning(Number(pid), file, start),
    }
  } catch {
    // cut off by a full disk, or not ours at all
    return { pid: 0, start: null, directories: [], engines: [], journal: null, images: [], alive: false }
  }
}

function forget(note: string): void {
  for (const file of [note, `${note}.new`]) rmSync(file, { force: true })
}

function runsDirectory(): string {
  return join(plimsollHome(), 'runs')
}
