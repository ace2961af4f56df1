import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, readProcessStart } from '@plimsoll/schema/node'
import { plimsollHome } from '@plimsoll/workloads'
import { ENGINE_HOMES } from '../engine-variables.ts'
import type { EngineRequest, EngineState } from './request.ts'
import { tearDown } from './set-up.ts'
import { realSystem } from './system.ts'

/**
 * The pattern for names of Plimsoll's folders and their virtual machines. Only folders and machines with matching names
 * are ever removed.
 */
const OURS = /^plimsoll-[0-9a-f]{8}$/

interface VmRecord {
  /** the PID of the step that uses the virtual machine */
  pid: number
  /** when the process of the step began; null if the system does not report it */
  start: string | null
  engine: EngineRequest['engine']
  /** the home directories in which the virtual machine and its docker context are */
  homes: Partial<Record<(typeof ENGINE_HOMES)[number], string>>
}

/**
 * Records the virtual machine that a step is about to set up, under a unique name. The record, and the programs that can
 * remove the machine, outlive the job. So the next start on a self-hosted runner can clean up after a killed job.
 */
export function recordVm(engine: EngineRequest['engine'], environment: NodeJS.ProcessEnv): EngineState {
  const name = `plimsoll-${randomBytes(4).toString('hex')}`
  const homes = Object.fromEntries(ENGINE_HOMES.flatMap((key) => (environment[key] ? [[key, environment[key]]] : [])))
  const record: VmRecord = { pid: process.pid, start: readProcessStart(process.pid), engine, homes }
  mkdirSync(folderOf(name), { recursive: true })
  writeFileSync(recordFile(name), JSON.stringify(record))
  return { engine, name, tools: join(folderOf(name), 'tools') }
}

/**
 * Removes a recorded virtual machine. If that succeeds, removes its record too.
 * @returns why the machine could not be removed; null if it was removed
 */
export async function removeRecordedVm(
  state: EngineState,
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<string | null> {
  const left = await tearDown(state, realSystem(environment, say))
  if (left === null) rmSync(folderOf(state.name), { recursive: true, force: true })
  return left
}

/**
 * Removes the virtual machines of steps whose process no longer runs.
 * @param say receives a message for each machine that could not be removed
 * @returns the number of removed machines
 */
export async function removeDeadVms(environment: NodeJS.ProcessEnv, say: (line: string) => void): Promise<number> {
  let removed = 0
  for (const name of namesOfDead()) {
    const { engine, homes } = readRecord(name)
    const state: EngineState = { engine, name, tools: join(folderOf(name), 'tools') }
    // Use the home directories of the recorded step. A home directory that only the current step sets must not apply.
    const elsewhere = Object.fromEntries(ENGINE_HOMES.map((key) => [key, homes[key]]))
    const left = await removeRecordedVm(state, { ...environment, ...elsewhere }, say)
    if (left === null) removed++
    else say(left)
  }
  return removed
}

function namesOfDead(): string[] {
  if (!existsSync(folderOf(''))) return []
  // The current process has not recorded a machine yet. So a record with its PID is from an earlier process, before the
  // system or its container restarted.
  const isDead = (name: string) => {
    const { pid, start } = readRecord(name)
    return pid === process.pid || !isRunning(pid, recordFile(name), start)
  }
  return readdirSync(folderOf('')).filter((name) => OURS.test(name) && isDead(name))
}

/**
 * Reads the record of a virtual machine. A full disk can leave an incomplete record; the machine of such a record was
 * never started.
 */
function readRecord(name: string): VmRecord {
  try {
    const { pid, start, engine, homes } = JSON.parse(readFileSync(recordFile(name), 'utf8')) as Partial<VmRecord>
    return {
      pid: Number(pid),
      start: start ?? null,
      engine: engine === 'colima' ? 'colima' : 'lima',
      homes: { ...homes },
    }
  } catch {
    return { pid: 0, start: null, engine: 'lima', homes: {} }
  }
}

function folderOf(name: string): string {
  return join(plimsollHome(), 'engines', name)
}

function recordFile(name: string): string {
  return join(folderOf(name), 'note.json')
}
