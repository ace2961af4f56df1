import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { EngineRequest, EngineState } from '../../src/engine-setup/request.ts'
import { setUpEngine } from '../../src/engine-setup/set-up.ts'
import { type Machine, type Responder, StandIns, serveReleases } from './stand-ins.ts'

const REQUEST: EngineRequest = {
  engine: 'lima',
  vmTypes: ['vz', 'qemu'],
  mountType: null,
  cpus: 4,
  memory: 4 * 2 ** 30,
  directory: '/work/_temp/shared',
  attemptSeconds: 60,
  emulate: false,
}

/** A stand-in machine for one test, and a function that sets up an engine on it. */
export async function machine(how: Machine = {}, more: Partial<EngineRequest> = {}, send?: Responder) {
  const standIns = new StandIns(how)
  const server = await serveReleases(standIns, send)
  const tools = mkdtempSync(join(tmpdir(), 'plimsoll-tools-'))
  onTestFinished(() => {
    server.close()
    for (const directory of [standIns.directory, tools]) rmSync(directory, { recursive: true, force: true })
  })
  const request = { ...REQUEST, ...more }
  const state: EngineState = { engine: request.engine, name: 'plimsoll', tools }
  const setUp = () => setUpEngine(request, state, standIns.system, server.releases)
  return { standIns, server, state, setUp }
}

/** The recorded program calls that begin with one of the given texts. */
export function begins(calls: string[], ...beginnings: string[]): string[] {
  return calls.filter((call) => beginnings.some((beginning) => call.startsWith(beginning)))
}

/** The processes in which a start that hangs on purpose waits. */
export function sleepers(): string[] {
  const processes = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n')
  return processes.filter((line) => line === `sleep 1234.${process.pid}`)
}
