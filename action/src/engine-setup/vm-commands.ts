import { join } from 'node:path'
import { readObjects } from '../json-output.ts'
import type { EngineRequest, VmSettings, VmType } from './request.ts'

export type Arguments = [string, ...string[]]

/** The commands of a product for one instance; each begins with the name of the program. */
export interface VmProduct {
  name: string
  /** its docker context */
  context: string
  /** whether the product creates that context itself */
  makesContext: boolean
  start(request: EngineRequest, vmType: VmType): Arguments
  /** prints its configuration */
  inspect: Arguments
  /** parses the output of `inspect`; null where it is not running */
  read(stdout: string): RunningVm | null
  /** prints `/proc/mounts` of the virtual machine */
  mounts: Arguments
  /** stops and deletes it in any state; no error where there is none */
  remove: Arguments
}

/** A running virtual machine. */
export interface RunningVm {
  effective: VmSettings
  /** address of Docker's socket on this machine, in the form of DOCKER_HOST */
  socket: string
}

/** The command with the full path of its program. The path distinguishes its process from others of that name. */
export function withFullPath(path: string, [program, ...args]: Arguments): Arguments {
  return [join(path, program), ...args]
}

/** An amount of memory in GiB, as the commands take it. */
export function gibibytes(bytes: number): string {
  return String(Math.round((bytes / 2 ** 30) * 1000) / 1000)
}

/** The first matching object in a program's JSON output. */
export function findObject<T extends object>(text: string, holds: (value: T) => boolean): T | undefined {
  return readObjects<T>(text).find(holds)
}
