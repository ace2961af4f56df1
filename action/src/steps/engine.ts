import { getState, info, saveState, warning } from '@actions/core'
import { RELEASES } from '../engine-setup/releases.ts'
import type { EngineRequest, EngineState, Tool, VmType } from '../engine-setup/request.ts'
import { setUpEngine } from '../engine-setup/set-up.ts'
import { realSystem } from '../engine-setup/system.ts'
import { noteSetUp, removeSetUp } from '../engine-setup/vm-records.ts'
import { requestOf } from '../engine-setup/warnings.ts'
import type { SetUpEngine } from '../find-engines.ts'
import type { Inputs } from '../inputs.ts'

/** The machine that an engine was set up in, as the measuring command must know it. */
export interface SetUp {
  /** the docker context's engine */
  engine: string
  /** directories of its programs, before those of PATH */
  path: string
  /** the one directory that it shares */
  shared: string
  /** what `plimsoll` is told of it */
  described: SetUpEngine
}

const VM_TYPES: Record<NonNullable<Inputs['vmType']> | 'any', readonly VmType[]> = {
  any: ['vz', 'qemu'],
  vz: ['vz'],
  qemu: ['qemu'],
}

/**
 * Set up the engine that a step asks for, in a virtual machine of this job.
 * @param shared an existing directory of the job's own, which the machine will share
 * @returns a sentence where this runner cannot have it
 * @throws Problem for what cannot be had anywhere, and for a download that is not what it should be
 */
export async function setUp(
  engine: NonNullable<Inputs['setUp']>,
  inputs: Inputs,
  shared: string,
): Promise<SetUp | string> {
  const { vmType, mountType, cpus, memory, onUnsupported } = inputs
  const state = noteSetUp(engine, process.env)
  saveState('engine', JSON.stringify(state))
  const request: EngineRequest = {
    ...{ engine, vmTypes: VM_TYPES[vmType ?? 'any'], mountType: mountType ?? null, directory: shared },
    ...{ cpus: cpus ?? 4, memory: (memory ?? 8) * 2 ** 30, attemptSeconds: 900, versions: versionsOf(inputs) },
    emulate: onUnsupported === 'emulate',
  }
  const result = await setUpEngine(request, state, realSystem(process.env, info))
  if (result.status === 'unsupported') return result.sentence
  for (const note of result.notes) warning(note)
  const { context, emulated } = result
  return { engine, path: result.path, shared, described: { context, requested: requestOf(result.requested), emulated } }
}

/** Remove what `setUp` made, in the step's post. */
export async function undoSetUp(): Promise<void> {
  const state = getState('engine')
  if (state === '') return
  const left = await removeSetUp(JSON.parse(state) as EngineState, process.env, info)
  if (left !== null) warning(left)
}

/** Of a tool whose version is not said the last whose checksum is known. */
function versionsOf({ limaVersion, colimaVersion }: Inputs): Record<Tool, string> {
  const last = (tool: Tool) => Object.keys(RELEASES.tools[tool]).at(-1) as string
  return { lima: limaVersion ?? last('lima'), colima: colimaVersion ?? last('colima'), docker: last('docker') }
}
