/** What virtual machine is asked for. */
export interface EngineRequest {
  engine: 'lima' | 'colima'
  /** in the order in which they are tried; the second is the one fallback */
  vmTypes: readonly VmType[]
  /** null: what the engine takes by itself */
  mountType: MountType | null
  cpus: number
  /** bytes */
  memory: number
  /** absolute; the one directory of this machine that the virtual machine shares, for writing too */
  directory: string
  /** how long one attempt may take until the engine answers */
  attemptSeconds: number
  versions: Readonly<Record<Tool, string>>
  /** whether QEMU may emulate the CPU where nothing accelerates it */
  emulate: boolean
}

export type VmType = 'vz' | 'qemu'
export type MountType = '9p' | 'virtiofs' | 'reverse-sshfs'
export type Tool = 'lima' | 'colima' | 'docker'

/** Of a virtual machine, in the words of the run document; null where it was not said. */
export interface Configuration {
  vmType: string | null
  mountType: string | null
  cpus: number | null
  /** bytes */
  memory: number | null
}

/** What `tearDown` needs, as JSON; it can be saved before the set-up begins. */
export interface EngineState {
  engine: EngineRequest['engine']
  /** of the virtual machine: of this job alone, as the product may have others */
  name: string
  /** the directory that holds the downloaded programs: of this job alone */
  tools: string
}
