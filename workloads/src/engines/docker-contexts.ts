import { quoted } from '../quoted.ts'
import {
  askDocker,
  type DockerFault,
  type DockerInfo,
  type DockerServer,
  describeRemedy,
  environmentProblem,
} from './docker-info.ts'
import { readObjects } from './json-output.ts'

/** A context of the docker command, as `docker context ls` prints it. */
export interface DockerContext {
  Name: string
  /** the address of the context's engine, such as `unix:///var/run/docker.sock` */
  DockerEndpoint?: string
  /** why Docker cannot use the context; empty or absent if it can. Docker clients before 23 have no such member. */
  Error?: string
}

/**
 * The arguments that list contexts in a format that every docker client supports. Docker 20.10 takes the `json` of
 * `--format json` literally and prints that word, so a template is used.
 */
export const LIST_CONTEXTS = ['context', 'ls', '--format', '{{json .}}']

/**
 * The contexts in the output of `docker context ls`. The output has one context per line. Docker Desktop's command
 * prints one array for `json`.
 */
export function readContexts(stdout: string): DockerContext[] {
  // Podman's docker command lists its connections instead. Connections have a URI and are no contexts.
  return readObjects<DockerContext & { URI?: string }>(stdout).filter(
    ({ Name, URI }) => typeof Name === 'string' && Name !== '' && URI === undefined,
  )
}

/** The result of calling `docker context ls`. */
export interface ContextListing {
  failed: boolean
  timedOut: boolean
  stderr?: string
}

/** Whether a docker command does not support contexts. Versions before 19.03 and some wrappers do not. */
export function hasNoContexts({ failed, stderr = '' }: ContextListing): boolean {
  return failed && /is not a docker command|unknown command|unrecognized command/i.test(stderr)
}

/** The reason why no context can be read from the output of `docker context ls`, and what to do. */
export function listingProblem({ failed, timedOut, stderr }: ContextListing): string {
  const wrong = failed ? environmentProblem(stderr ?? '') : null
  if (wrong !== null) return `docker: ${wrong}.`
  const how = timedOut
    ? 'did not answer within 20 s'
    : failed
      ? `fails${stderr ? ` (${quoted(stderr)})` : ''}`
      : 'printed nothing that Plimsoll can read'
  return `docker: \`docker context ls\` ${how}, so engines of other docker contexts are not found. Run it yourself, and correct what it reports; \`docker --version\` shows whether \`docker\` is Docker's own command.`
}

/** The engine of a docker context, or why there is none. `where` is the beginning of a sentence about the problem. */
export type ContextAnswer = EngineAnswer | { where: string; fault: DockerFault; problem: string }

export interface EngineAnswer extends DockerServer {
  where: string
  engineId: string
  context: string
  info: DockerInfo
  /** the docker program, and the arguments that select the engine */
  command: [string, ...string[]]
  /** whether the engine is reached by a socket of this machine */
  local: boolean
}

/**
 * Queries the engine of a docker context.
 * @param contexts the number of contexts
 */
export async function askContext(
  { Name: context, DockerEndpoint, Error: said }: DockerContext,
  contexts: number,
): Promise<ContextAnswer> {
  const where = `docker, context ${context}`
  if (said) return { where, fault: 'context', problem: `${where}: ${describeRemedy('context', said, [])}.` }
  const command: [string, ...string[]] =
    context === 'default' && contexts === 1 ? ['docker'] : ['docker', '--context', context]
  return ask(command, where, () => ({ context, endpoint: DockerEndpoint ?? '' }))
}

/**
 * Queries the engine of plain `docker`, without selecting a context. Docker may then use a context that it cannot list,
 * so the engine may be on any machine.
 */
export function askWithoutContext(): Promise<ContextAnswer> {
  const endpoint = process.env.DOCKER_HOST || 'unix:///var/run/docker.sock'
  return ask(['docker'], 'docker', ({ ClientInfo }) => {
    const context = ClientInfo?.Context ?? 'default'
    return { context, endpoint: context === 'default' ? endpoint : '' }
  })
}

/** Queries the engine of a running Lima instance by its socket, because Lima makes no docker context. */
export async function askInstance({ name, socket }: { name: string; socket: string }): Promise<ContextAnswer> {
  const where = `lima, instance ${name}`
  const answer = await ask(['docker', '--host', socket], where, () => ({ context: '', endpoint: socket }))
  if (!('fault' in answer) || answer.fault !== 'down') return answer
  const remedy = 'start an instance that has Docker with `limactl start template:docker`'
  return { ...answer, problem: `${where}: it runs, but no Docker answers at its socket: ${remedy}.` }
}

async function ask(
  command: [string, ...string[]],
  where: string,
  contextOf: (info: DockerInfo) => { context: string; endpoint: string },
): Promise<ContextAnswer> {
  const answer = await askDocker(command)
  if (!answer.info) {
    const { fault, said } = answer
    return { where, fault, problem: `${where}: ${describeRemedy(fault, said, command)}.` }
  }
  const { info, components, isDocker } = answer
  const { context, endpoint } = contextOf(info)
  const local = endpoint.startsWith('unix://')
  return { where, engineId: info.ID ?? where, context, info, components, isDocker, command, local }
}
