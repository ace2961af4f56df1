import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { quoted, type RunningVm } from '@plimsoll/workloads'
import type { EngineRequest, VmType } from './request.ts'
import type { ProgramResult, System, Variables } from './system.ts'

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

/** A failed attempt to start a virtual machine. The reason is part of a sentence. */
export interface StartFailure {
  vmType: VmType
  failure: string
}

/** The timeout, in seconds, for a running engine to describe itself. */
const INSPECT_SECONDS = 60
/** The timeout, in seconds, for the removal of a virtual machine. */
const REMOVE_SECONDS = 120

/**
 * Starts a virtual machine, reads its effective configuration, and waits until its Docker answers. `attemptSeconds` limits
 * the start; each later command has its own limit.
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
 * Stops and deletes a virtual machine that Plimsoll created, and its docker context. The machine can be in any state.
 * @param path the directory of the product's programs; if they are missing, nothing was created
 * @returns a sentence on what could not be removed; null if everything was removed
 */
export async function deleteVm(
  { name, context, remove }: VmProduct,
  path: string,
  system: System,
): Promise<string | null> {
  const [program, ...args] = withFullPath(path, remove)
  if (!lstatSync(program, { throwIfNoEntry: false })) return null
  await endStart(program, system)
  const { exitCode, stderr } = await system.run([program, ...args], REMOVE_SECONDS, path)
  await system.run(['docker', 'context', 'rm', '--force', context], 20, path)
  if (exitCode === 0) return null
  return `Cannot remove the virtual machine of ${name} (${quoted(stderr)}). Run \`${[program, ...args].join(' ')}\` on the runner.`
}

/**
 * The mount type of a directory, read from the file systems of the machine that mounts the directory. This is the
 * effective type. The requested type and the type that the product reports may differ from it.
 * @param text `/proc/mounts` of that machine; it contains blanks as octal escapes
 * @returns null if the directory is no mount point
 */
export function mountTypeAt(text: string, directory: string): string | null {
  const lines = text.split('\n').map((line) => line.split(' '))
  const last = lines.findLast(([, target = '']) => unescaped(target) === directory) // Later mounts hide earlier ones.
  const type = last?.[2] ?? null
  return type === 'fuse.sshfs' ? 'reverse-sshfs' : type
}

/** An amount of memory as a number of GiB, in the form that Lima's and Colima's flags take. */
export function gibibytes(bytes: number): string {
  return String(Math.round((bytes / 2 ** 30) * 1000) / 1000)
}

/**
 * Asks Docker in a virtual machine whether it answers. If the product makes no docker context, creates one, because
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

/** Kills the start command that a killed step left running. That command would otherwise create the machine again. */
async function endStart(program: string, system: System): Promise<void> {
  const { stdout } = await system.run(['ps', '-A', '-ww', '-o', 'pid=', '-o', 'args='], 20)
  for (const line of stdout.split('\n').filter((line) => line.includes(`${program} start `))) {
    try {
      process.kill(-Number.parseInt(line, 10), 'SIGKILL') // The start command leads its own process group.
    } catch {
      // The process has already ended.
    }
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}

/**
 * The command with the full path of its program. By this path, its process differs from other processes with the same
 * program name.
 */
function withFullPath(path: string, [program, ...args]: Arguments): Arguments {
  return [join(path, program), ...args]
}
