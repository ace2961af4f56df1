import { colima } from './colima.ts'
import { lima } from './lima.ts'
import type { Configuration, EngineRequest, VmType } from './request.ts'

/** The one name of everything that is made: of the instance, and after the product in its docker context. */
export const NAME = 'plimsoll'

/** How a product's command is spoken to. Arguments hold the program's name first. */
export interface Product {
  name: string
  /** the docker context that leads to it */
  context: string
  start(request: EngineRequest, vmType: VmType): [string, ...string[]]
  /** asks what is really there */
  inspect: [string, ...string[]]
  /** what the answer says; null where it is not running */
  readInspection(stdout: string): Running | null
  /** ends and deletes it, whatever state it is in; no error where there is none */
  remove: [string, ...string[]]
}

/** What is really there. */
export interface Running {
  effective: Configuration
  /** path of Docker's socket on this machine */
  socket: string
  /** whether a docker context is made by the product itself */
  hasContext: boolean
}

export const PRODUCTS: Record<EngineRequest['engine'], Product> = { lima, colima }

/** Bytes in the GiB that both commands take. */
export function gibibytes(bytes: number): string {
  return String(Math.round((bytes / 2 ** 30) * 1000) / 1000)
}
