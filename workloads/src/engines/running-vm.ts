/** A running virtual machine. */
export interface RunningVm {
  effective: VmSettings
  /** the address of Docker's socket on this machine, in the form of DOCKER_HOST */
  socket: string
}

/** The configuration of a virtual machine, in the terms of the run document. Unknown settings are null. */
export interface VmSettings {
  vmType: string | null
  mountType: string | null
  cpus: number | null
  /** the memory in bytes */
  memory: number | null
}
