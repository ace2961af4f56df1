import { execa } from 'execa'
import { quoted } from '../quoted.ts'
import { findObject, readObjects } from './json-output.ts'

/** The parts of the output of `docker info` that Plimsoll reads. See SystemInfo in Docker's Engine API. */
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
  /** such as `name=rootless` */
  SecurityOptions?: string[] | undefined
  ServerVersion?: string
  ServerErrors?: string[]
  ClientInfo?: { Context?: string }
}

/** The reasons why `docker info` does not describe an engine. */
export type DockerFault =
  /** no engine answers */
  | 'down'
  /** this user has no permission */
  | 'denied'
  /** the client and the engine have no API version in common */
  | 'versions'
  /** the docker context is not usable */
  | 'context'
  /** the docker command is Podman's */
  | 'podman'
  /** the docker command is another program's, such as nerdctl's */
  | 'other'
  /** the docker command fails for another reason */
  | 'failed'
  /** the docker command succeeds, but its output cannot be read */
  | 'unreadable'

/** The result of calling `docker info`. */
export interface InfoOutput {
  stdout: string
  stderr: string
  failed: boolean
}

/** An engine's description of itself. If there is none, the reason, and the message of the docker client. */
export type InfoAnswer = { info: DockerInfo } | { info: null; fault: DockerFault; said: string }

const QUERY = ['info', '--format', '{{json .}}']

/** What the program behind an engine's API says of itself. */
export interface DockerServer {
  /** the names of its components */
  components: string[]
  /** whether it is Docker's own engine, and not a program with the same API */
  isDocker: boolean
}

/**
 * Asks an engine for its description of itself, and for what its server is.
 * @param command docker, and the arguments that select the engine
 */
export async function askDocker([program, ...before]: [string, ...string[]]): Promise<InfoAnswer & DockerServer> {
  const options = { reject: false, stdin: 'ignore', timeout: 60_000 } as const
  const [info, version] = await Promise.all([
    execa(program, [...before, ...QUERY], options),
    execa(program, [...before, 'version', '--format', '{{json .Server}}'], options),
  ])
  const server = readServer(version.stdout ?? '')
  const { components } = server
  const answer = readInfo({ stdout: info.stdout ?? '', stderr: info.stderr ?? '', failed: info.failed })
  if (answer.info === null || ENGINES.some((name) => components.includes(name))) return { ...answer, ...server }
  const said = components.join(', ') || version.stderr || 'nothing'
  return { info: null, fault: 'other', said, ...server }
}

/** The names of the server components that are Docker's and Podman's engine. */
const ENGINES = ['Engine', 'Podman Engine']

/**
 * Parses the server in the output of `docker version`. The docker client adds a component `Engine` if the server names
 * none (cli/command/system/version.go), but without the version of the kernel, which Docker's own engine always states
 * there (moby's daemon/info.go). Its platform is empty, or `Docker Engine - Community` in Docker's packages; products
 * built on it, such as Mirantis Container Runtime, have their own name there.
 */
export function readServer(stdout: string): DockerServer {
  const server = findObject<Server>(stdout, ({ Components }) => Array.isArray(Components))
  const components = server?.Components ?? []
  const engine = components.find(({ Name }) => Name === 'Engine')
  const isDocker =
    engine?.Details?.KernelVersion !== undefined && /^(Docker Engine|$)/.test(server?.Platform?.Name ?? '')
  return { components: components.flatMap(({ Name }) => Name ?? []), isDocker }
}

interface Server {
  Platform?: { Name?: string }
  Components?: { Name?: string; Details?: { KernelVersion?: string } | null }[] | null
}

/**
 * Parses the output of `docker info`. If no engine answers, docker clients print an answer without a server, and exit
 * with 0 or 1. Version 20.10 prints the reason in ServerErrors, version 28 on standard error, and version 26 in both.
 */
export function readInfo({ stdout, stderr, failed }: InfoOutput): InfoAnswer {
  const objects = readObjects<DockerInfo>(stdout)
  const errors = objects.flatMap(({ ServerErrors }) => ServerErrors ?? [])
  const info = objects.find(({ ServerVersion }) => ServerVersion)
  if (info && errors.length === 0) return { info }
  const said = [...new Set([...errors, ...stderr.split('\n')])].join('\n').trim()
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
 * The end of a sentence on why `docker info` describes no engine: what happened, and what to do.
 * @param command docker, and the arguments that select the engine, for the user to run
 */
export function describeRemedy(fault: DockerFault, said: string, command: readonly string[]): string {
  const itself = `\`${[...command, 'info'].join(' ')}\``
  const wrong = environmentProblem(said)
  if (wrong !== null && !['denied', 'podman', 'other'].includes(fault)) return wrong
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
    case 'other':
      return `that is not Docker's engine, because \`${[...command, 'version'].join(' ')}\` names no server component “Engine” (it names ${quoted(said)}), as with an alias of nerdctl: install Docker's own command and engine, or Podman`
    case 'failed':
      return `${itself} fails (${quoted(said)}): run it yourself, and correct what it reports`
    case 'unreadable':
      return `${itself} printed nothing that Plimsoll can read: run it yourself, and check with \`docker --version\` that \`docker\` is Docker's own command`
  }
}

/** The variable of the docker client that explains its message, with the message and the remedy; null if none does. */
export function environmentProblem(said: string): string | null {
  const { DOCKER_API_VERSION: version, DOCKER_TLS_VERIFY: tls, DOCKER_HOST: host } = process.env
  if (version && said.includes(version))
    return `DOCKER_API_VERSION is set to a version that the engine does not support (${quoted(said)}): unset it`
  if (tls && /\.pem\b|\btls\b|certificate|HTTP response to HTTPS/i.test(said))
    return `DOCKER_TLS_VERIFY is set, and the certificates do not work (${quoted(said)}): unset it, or put the certificates of the engine into the folder that DOCKER_CERT_PATH names`
  if (!host) return null
  if (!host.includes('://'))
    return `DOCKER_HOST is no address of an engine (${quoted(said)}): write it as unix:///var/run/docker.sock, tcp://HOST:PORT or ssh://USER@HOST, or unset it`
  const remedy = host.startsWith('ssh://')
    ? 'check that `ssh` reaches that machine without a password and that `docker` is installed there'
    : 'start the engine there'
  return `no engine answers at the address in DOCKER_HOST (${quoted(saidLast(said))}): ${remedy}, or unset DOCKER_HOST`
}

/** The words of ssh alone, which the docker client puts after its own; otherwise all of them. */
function saidLast(said: string): string {
  return /stderr=(.*)/s.exec(said)?.[1] ?? said
}
