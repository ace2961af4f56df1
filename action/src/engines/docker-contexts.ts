import { readObjects } from '../json-output.ts'

/** A context of the docker command, as `docker context ls` prints it. */
export interface DockerContext {
  Name: string
  /** where its engine is: `unix:///var/run/docker.sock` */
  DockerEndpoint?: string
  /** why Docker cannot use it; empty or absent where it can. Docker clients before 23 have no such member. */
  Error?: string
}

/** The form that every docker client knows: 20.10 takes `--format json` for a text and prints the word `json`. */
export const LIST_CONTEXTS = ['context', 'ls', '--format', '{{json .}}']

/**
 * The contexts in what `docker context ls` prints: a context a line, or one array as Docker Desktop's command prints for
 * `json`.
 */
export function readContexts(stdout: string): DockerContext[] {
  // Podman's docker lists its connections, which have a URI. They are no contexts.
  return readObjects<DockerContext & { URI?: string }>(stdout).filter(
    ({ Name, URI }) => typeof Name === 'string' && Name !== '' && URI === undefined,
  )
}

/** Whether a docker command says that it knows no contexts: those before 19.03, and some wrappers. */
export function hasNoContexts(stderr: string): boolean {
  return /is not a docker command|unknown command|unrecognized command/i.test(stderr)
}
