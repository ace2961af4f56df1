/** The requested virtual machine. */
export interface EngineRequest {
  engine: 'lima' | 'colima'
  /** the VM types in the order to try them; the second type is the only fallback */
  vmTypes: readonly VmType[]
  /** the requested mount type; null for the engine's default */
  mountType: MountType | null
  cpus: number
  /** the memory in bytes */
  memory: number
  /** the absolute path of the only directory of this machine that the virtual machine shares; the share is writable */
  directory: string
  /** the timeout of one start attempt, in seconds, until the engine answers */
  attemptSeconds: number
  /** whether QEMU may emulate the CPU if there is no accelerator */
  emulate: boolean
}

export type VmType = 'vz' | 'qemu'
export type MountType = '9p' | 'virtiofs' | 'reverse-sshfs'
export type Tool = 'lima' | 'colima' | 'docker'

/** The input of `tearDown`, as JSON. It can be saved before the virtual machine is set up. */
export interface EngineState {
  engine: EngineRequest['engine']
  /** the name of the virtual machine: unique to this job, because the product may have other machines */
  name: string
  /** the directory of the programs that this job uses: unique to this job */
  tools: string
}
