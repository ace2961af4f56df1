import { execa } from 'execa'
import { quoted } from '../github/github-problem.ts'
import { readObjects } from '../json-output.ts'

/** The parts of `docker info` that matter here; see the Engine API's SystemInfo. */
export interface DockerInfo {
  ID?: string
  Name?: string
  OperatingSystem?: string
  Architecture?: string
  NCPU?: number
  MemTotal?: number
  KernelVersion?: string
  Driver?: string
  CgroupVersion?: string
  ServerVersion?: string
  ServerErrors?: string[]
  ClientInfo?: { Context?: string }
}

/** Why `docker info` describes no engine. */
export type DockerFault =
  /** no engine answers */
  | 'down'
  /** this user has no permission */
  | 'denied'
  /** the client and the engine have no API version in common */
  | 'versions'
  /** the context is not usable */
  | 'context'
  /** the command is Podman's */
  | 'podman'
  /** the command fails for another reason */
  | 'failed'
  /** the command succeeds, but its output cannot be read */
  | 'unreadable'

/** How `docker info` ended. */
export interface InfoOutput {
  stdout: string
  stderr: string
  failed: boolean
}

/** An engine's description of itself, or why there is none, with the client's message. */
export type InfoAnswer = { info: DockerInfo } | { info: null; fault: DockerFault; said: string }

const QUERY = ['info', '--format', '{{json .}}']

/**
 * An engine's description of itself, and the names of its components.
 * @param command docker, and the arguments that select the engine
 */
export async function askDocker([program, ...before]: [string, ...string[]]): Promise<
  InfoAnswer & { components: string[] }
> {
  const options = { reject: false, stdin: 'ignore', timeout: 60_000 } as const
  const [info, version] = await Promise.all([
    execa(program, [...before, ...QUERY], options),
    execa(program, [...before, 'version', '--format', '{{json .Server.Components}}'], options),
  ])
  const components = readObjects<{ Name?: string }>(version.stdout ?? '').flatMap(({ Name }) => Name ?? [])
  return { ...readInfo({ stdout: info.stdout ?? '', stderr: info.stderr ?? '', failed: info.failed }), components }
}

/**
 * Parse the output of `docker info`. Where no engine answers, clients print an answer without a server and exit with 0
 * or 1. The reason is in its ServerErrors (20.10), there and on standard error (26), or on standard error alone (28).
 */
export function readInfo({ stdout, stderr, failed }: InfoOutput): InfoAnswer {
  const objects = readObjects<DockerInfo>(stdout)
  const errors = objects.flatMap(({ ServerErrors }) => ServerErrors ?? [])
  const info = objects.find(({ ServerVersion }) => ServerVersion)
  if (info && errors.length === 0) return { info }
  const said = [...errors, stderr].join('\n').trim()
  const isPodman = objects.some((object) => 'host' in object && 'store' in object)
  const fault = isPodman ? 'podman' : faultOf(said, failed || errors.length > 0)
  return { info: null, fault, said }
}

const FAULTS: [DockerFault, RegExp][] = [
  ['podman', /^Cannot connect to Podman/m],
  ['denied', /permission denied/i],
  ['versions', /client version \S+ is too (?:old|new)/],
  ['context', /unable to resolve docker endpoint|current context .* is not found/i],
  ['down', /connect|dial/i],
]

function faultOf(said: string, failed: boolean): DockerFault {
  if (!failed) return 'unreadable'
  return FAULTS.find(([, words]) => words.test(said))?.[0] ?? (said === '' ? 'down' : 'failed')
}

/**
 * What happened and what to do, as the end of a sentence.
 * @param command docker, and the arguments that select the engine, for the user to run
 */
export function remedyOf(fault: DockerFault, said: string, command: readonly string[]): string {
  const itself = `\`${[...command, 'info'].join(' ')}\``
  switch (fault) {
    case 'down':
      return `no engine answers there: start it${process.platform === 'linux' ? ', for example with `sudo systemctl start docker`,' : ''} or open your Docker app`
    case 'denied':
      return 'this user may not use it: add the user to the group `docker`, or run as root'
    case 'versions':
      return `the command \`docker\` and the engine have no API version in common (${quoted(said)}): update the older one`
    case 'context':
      return `Docker cannot use this context (${quoted(said)}): choose another with \`docker context use\`, or remove it with \`docker context rm\``
    case 'podman':
      return 'the engine there is Podman, which Plimsoll measures with its own command: install `podman` and connect it to that engine'
    case 'failed':
      return `${itself} fails (${quoted(said)}): run it yourself, and correct what it reports`
    case 'unreadable':
      return `${itself} printed nothing that Plimsoll can read: run it yourself, and check with \`docker --version\` that \`docker\` is Docker's own command`
  }
}
