import { join } from 'node:path'
import { readObjects } from '../json-output.ts'
import type { Configuration, EngineRequest, VmType } from './request.ts'

export type Arguments = [string, ...string[]]

/** How a product's command is spoken to of one instance; the name of the program comes first. */
export interface Product {
  name: string
  /** the docker context that leads to it */
  context: string
  /** whether the product makes that context itself */
  makesContext: boolean
  start(request: EngineRequest, vmType: VmType): Arguments
  /** asks what it says of itself */
  inspect: Arguments
  /** what the answer says; null where it is not running */
  read(stdout: string): Running | null
  /** writes `/proc/mounts` of the virtual machine */
  mounts: Arguments
  /** ends and deletes it, whatever state it is in; no error where there is none */
  remove: Arguments
}

/** What runs. */
export interface Running {
  effective: Configuration
  /** where Docker's socket is on this machine, as DOCKER_HOST has it */
  socket: string
}

/** By its whole path: so its process is told from others of that name. */
export function inTools(path: string, [program, ...args]: Arguments): Arguments {
  return [join(path, program), ...args]
}

/** An amount of memory as the commands take it. */
export function gibibytes(bytes: number): string {
  return String(Math.round((bytes / 2 ** 30) * 1000) / 1000)
}

/** The first object in a program's JSON output for which something holds. */
export function findObject<T extends object>(text: string, holds: (value: T) => boolean): T | undefined {
  return readObjects<T>(text).find(holds)
}
