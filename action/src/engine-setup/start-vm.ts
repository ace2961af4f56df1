import { quoted, type RunningVm } from '@plimsoll/workloads'
import { mountTypeAt } from './mount-type.ts'
import type { EngineRequest, VmType } from './request.ts'
import type { ProgramResult, System, Variables } from './system.ts'
import { type VmProduct, withFullPath } from './vm-commands.ts'

/** A failed attempt to start a virtual machine. The reason is part of a sentence. */
export interface StartFailure {
  vmType: VmType
  failure: string
}

/** The timeout, in seconds, for a running engine to describe itself. */
const INSPECT_SECONDS = 60

/**
 * Start a virtual machine, read its effective configuration, and wait until its Docker answers. One time limit applies
 * to all three steps.
 */
export async function startVm(
  product: VmProduct,
  request: EngineRequest,
  { vmType, environment }: { vmType: VmType; environment: Variables },
  path: string,
  system: System,
): Promise<StartFailure | RunningVm> {
  const { attemptSeconds } = request
  system.tell(`Starting ${product.name} with ${vmType} (at most ${attemptSeconds} s)`)
  const started = await system.run(
    withFullPath(path, product.start(request, vmType)),
    attemptSeconds,
    path,
    environment,
  )
  // Log the output now, because a failed machine is deleted.
  if (started.stderr !== '') system.tell(started.stderr.slice(-4000))
  if (started.timedOut) return { vmType, failure: `it was not ready after ${attemptSeconds} s` }
  if (started.exitCode !== 0) return { vmType, failure: messageOf(started) }

  const inspected = await system.run(withFullPath(path, product.inspect), INSPECT_SECONDS, path)
  const running = inspected.exitCode === 0 ? product.read(inspected.stdout) : null
  if (!running)
    return { vmType, failure: `it started, but its configuration could not be read: ${messageOf(inspected)}` }

  const docker = await queryDocker(product, running, path, system)
  if (docker.exitCode !== 0)
    return { vmType, failure: `Docker in the virtual machine does not answer: ${messageOf(docker)}` }

  const { stdout } = await system.run(withFullPath(path, product.mounts), INSPECT_SECONDS, path)
  const mountType = mountTypeAt(stdout, request.directory) ?? running.effective.mountType
  return { ...running, effective: { ...running.effective, mountType } }
}

/**
 * Ask Docker in a virtual machine whether it answers. If the product makes no docker context, create one, because
 * engines are found by their contexts.
 */
async function queryDocker({ context, makesContext }: VmProduct, { socket }: RunningVm, path: string, system: System) {
  if (!makesContext) {
    const made = await system.run(['docker', 'context', 'create', context, '--docker', `host=${socket}`], 20, path)
    if (made.exitCode !== 0) return made
  }
  return system.run(
    ['docker', '--context', context, 'version', '--format', '{{.Server.Version}}'],
    INSPECT_SECONDS,
    path,
  )
}

/** The last message in the output of limactl or colima. Both programs write messages as `level=fatal msg="…"`. */
function messageOf({ stderr, exitCode, timedOut }: ProgramResult): string {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  const message = /\bmsg="((?:[^"\\]|\\.)*)"/.exec(last)?.[1]?.replaceAll('\\"', '"') ?? last
  if (message !== '') return quoted(message)
  return timedOut ? 'it did not answer' : `it ended with exit code ${exitCode} and no message`
}
