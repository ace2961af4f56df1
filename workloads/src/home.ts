import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** `~/.plimsoll`: inside every engine's default file share, so that bind mounts work where engines have a VM. */
export function plimsollHome(): string {
  return join(homedir(), '.plimsoll')
}

/** Where kits and the base image are cached. */
export function cacheDirectory(): string {
  return join(plimsollHome(), 'cache')
}

/**
 * Note that a run is under way, so that a later start can tell what a killed run left behind
 * from what a run that is still going needs. Returns the function that takes the note back.
 */
export function registerRun(run: string, directories: string[], engines: string[]): () => void {
  const file = join(runsDirectory(), `${run}.json`)
  mkdirSync(runsDirectory(), { recursive: true })
  writeFileSync(file, JSON.stringify({ pid: process.pid, directories, engines }))
  return () => rmSync(file, { force: true })
}

/** A run of this machine that was noted when it began. */
export interface NotedRun {
  run: string
  pid: number
  directories: string[]
  /** ids of the engines it used */
  engines: string[]
  forget: () => void
}

/** Runs whose process is gone without having taken its note back. */
export function deadRuns(): NotedRun[] {
  return notedRuns().filter(({ pid }) => !alive(pid))
}

/** Runs that are going on. */
export function liveRuns(): NotedRun[] {
  return notedRuns().filter(({ pid }) => alive(pid))
}

function notedRuns(): NotedRun[] {
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
      const forget = () => rmSync(file, { force: true })
      const run = name.slice(0, -'.json'.length)
      try {
        const { pid, directories, engines } = JSON.parse(readFileSync(file, 'utf8'))
        return { run, pid: Number(pid), directories: directories.map(String), engines: engines.map(String), forget }
      } catch {
        return { run, pid: 0, directories: [], engines: [], forget } // half-written by a killed process
      }
    })
}

function runsDirectory(): string {
  return join(plimsollHome(), 'runs')
}

function alive(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
