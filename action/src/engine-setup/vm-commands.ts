import { join } from 'node:path'
import type { RunningVm } from '@plimsoll/workloads'
import type { EngineRequest, VmType } from './request.ts'

export type Arguments = [string, ...string[]]

/**
 * The commands of a product, such as Lima, for one virtual machine. Each command begins with the name of the program.
 */
export interface VmProduct {
  name: string
  /** the name of the docker context for this virtual machine */
  context: string
  /** whether the product creates the docker context itself */
  makesContext: boolean
  start(request: EngineRequest, vmType: VmType): Arguments
  /** a command that prints the configuration of the virtual machine */
  inspect: Arguments
  /** a parser for the output of `inspect`; null if the virtual machine is not running */
  read(stdout: string): RunningVm | null
  /** a command that prints `/proc/mounts` of the virtual machine */
  mounts: Arguments
  /** a command that stops and deletes the virtual machine in any state; a missing machine is no error */
  remove: Arguments
}

/**
 * The command with the full path of its program. By this path, its process differs from other processes with the same
 * program name.
 */
export function withFullPath(path: string, [program, ...args]: Arguments): Arguments {
  return [join(path, program), ...args]
}

/** An amount of memory as a number of GiB, in the form that Lima's and Colima's flags take. */
export function gibibytes(bytes: number): string {
  return String(Math.round((bytes / 2 ** 30) * 1000) / 1000)
}
