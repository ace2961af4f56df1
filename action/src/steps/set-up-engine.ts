import { getState, info, saveState, warning } from '@actions/core'
import type { VmEngine } from '@plimsoll/workloads'
import { requestedSettings } from '../engine-setup/configuration-warnings.ts'
import type { EngineRequest, EngineState, VmType } from '../engine-setup/request.ts'
import { setUpEngine } from '../engine-setup/set-up.ts'
import { realSystem } from '../engine-setup/system.ts'
import { recordVm, removeRecordedVm } from '../engine-setup/vm-cleanup-records.ts'
import type { Inputs } from '../inputs/read-inputs.ts'

/** The virtual machine of an engine that was set up, for the measuring command. */
export interface JobVm {
  /** the id of the engine that the machine's docker context reaches */
  engine: string
  /** the directories of the machine's programs, to prepend to PATH */
  path: string
  /** the only directory of the host that the machine shares */
  shared: string
  /** the description of the engine for `plimsoll` */
  described: VmEngine
}

const VM_TYPES: Record<NonNullable<Inputs['vmType']> | 'any', readonly VmType[]> = {
  any: ['vz', 'qemu'],
  vz: ['vz'],
  qemu: ['qemu'],
}

/**
 * Sets up the engine that a step requests, in a virtual machine of this job.
 * @param shared an existing directory of the job, which the machine will share
 * @returns a sentence if this runner cannot have the engine
 * @throws Problem for a request that no runner can fulfil, and for a download with a wrong checksum
 */
export async function setUpVm(
  engine: NonNullable<Inputs['startEngine']>,
  inputs: Inputs,
  shared: string,
): Promise<JobVm | string> {
  const { vmType, mountType, cpus, memory, onUnsupported } = inputs
  const state = recordVm(engine, process.env)
  saveState('engine', JSON.stringify(state))
  const request: EngineRequest = {
    ...{ engine, vmTypes: VM_TYPES[vmType ?? 'any'], mountType: mountType ?? null, directory: shared },
    ...{ cpus: cpus ?? 4, memory: (memory ?? 8) * 2 ** 30, attemptSeconds: 900 },
    emulate: onUnsupported === 'emulate',
  }
  const result = await setUpEngine(request, state, realSystem(process.env, info))
  if (result.status === 'unsupported') return result.sentence
  for (const note of result.notes) warning(note)
  const { context, emulated } = result
  return {
    engine,
    path: result.path,
    shared,
    described: { context, requested: requestedSettings(result.requested), emulated },
  }
}

/** Removes everything that `setUpVm` created. This runs in the step's `post:`. */
export async function removeVm(): Promise<void> {
  const state = getState('engine')
  if (state === '') return
  const left = await removeRecordedVm(JSON.parse(state) as EngineState, process.env, info)
  if (left !== null) warning(left)
}
