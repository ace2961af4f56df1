import { join } from 'node:path'
import type { EngineRequest, VmType } from './request.ts'

/** A part of a line of `limactl list --json`: `limatype.Instance` of Lima 2.2. */
interface Instance {
  name: string
  status: string
  dir: string
  vmType: string
  cpus?: number
  memory?: number
  config?: { mountType?: string }
}
