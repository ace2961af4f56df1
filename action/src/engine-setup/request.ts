/** The requested virtual machine. */
export interface EngineRequest {
  engine: 'lima' | 'colima'
  /** in the order to try them; the second is the only fallback */
  vmTypes: readonly VmType[]
  /** null: the engine's default */
  mountType: MountType | null
  cpus: number
  /** bytes */
  memory: number
  /** absolute path of the only directory of this machine that the virtual machine shares, writable */
  directory: string
  /** timeout of one attempt, until the engine answers */
  attemptSeconds: number
  versions: Readonly<Record<Tool, string>>
  /** whether QEMU may emulate the CPU where there is no accelerator */
  emulate: boolean
}

export type VmType = 'vz' | 'qemu'
export type MountType = '9p' | 'virtiofs' | 'reverse-sshfs'
export type Tool = 'lima' | 'colima' | 'docker'

/** The configuration of a virtual machine, in the terms of the run document; null for unknown settings. */
export interface VmSettings {
  vmType: string | null
  mountType: string | null
  cpus: number | null
  /** bytes */
  memory: number | null
}

/** The input of `tearDown`, as JSON; it can be saved before the set-up begins. */
export interface EngineState {
  engine: EngineRequest['engine']
  /** of the virtual machine: unique to this job, because the product may have others */
  name: string
  /** the directory of the downloaded programs: unique to this job */
  tools: string
}
