import type { Engine } from '@plimsoll/schema'
import type { ContainerEngine } from './engine.ts'
import type { SshOptions } from './engines/ssh-connection.ts'

/**
 * A result of the search in one file of `engines/`. It is a working engine, or a problem: why an installed engine does
 * not work, and what to do.
 */
export type Finding = { engine: ContainerEngine } | { problem: string }

/** The user's description of engines that cannot be detected. */
export interface EngineOptions {
  ssh?: SshOptions | undefined
  setUp?: VmEngine | undefined
}

/** An engine in a virtual machine created for this run. The engine does not know which configuration was requested. */
export interface VmEngine {
  /** the engine's docker context */
  context: string
  requested: Engine['requested']
  /** whether the CPU of the virtual machine is emulated */
  emulated: boolean
}

/** An engine that a file of `engines/` can find, for documentation. */
export interface SupportedEngine {
  product: string
  id: string
  /** how Plimsoll finds the engine, in Markdown */
  foundBy: string
  /** where Plimsoll reads the engine's description from, in Markdown */
  readFrom: string
}

/** The exports of a file of `engines/` that finds an engine. Helper files in that folder have none of these exports. */
export interface EngineFile {
  find?: (options: EngineOptions) => Promise<Finding[]>
  supported?: SupportedEngine[]
}
