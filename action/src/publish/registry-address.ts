import { registryName } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'

/** The address of a registry. */
export type RegistryAddress =
  | { kind: 'http'; url: string }
  | { kind: 'github'; owner: string; repo: string }
  | { kind: 'directory'; directory: string }

/** A registry that is not on this machine. */
export type RemoteRegistry = Exclude<RegistryAddress, { kind: 'directory' }>

/** Returns the name of a registry in signed statements. */
export function nameOfRegistry(registry: RemoteRegistry): string {
  return registryName(registry.kind === 'http' ? registry.url : `github:${registry.owner}/${registry.repo}`)
}

/** The address of the default registry. Null until there is a public registry. */
export const DEFAULT_REGISTRY: string | null = null

/**
 * Parses the value of the flag `--registry` or of the input `registry`: `https://…`, `github:OWNER/REPO`, or a
 * directory.
 * @throws Problem (2) for any other value
 */
export function parseRegistryAddress(text: string): RegistryAddress {
  const trimmed = text.trim()
  if (trimmed === '') throw new Problem(2, `The address of the registry is empty. ${GIVE}`)
  if (trimmed.startsWith('github:')) {
    const [, owner, repo] = /^github:([A-Za-z0-9][A-Za-z0-9-]{0,38})\/([A-Za-z0-9._-]{1,100})$/.exec(trimmed) ?? []
    if (owner === undefined || repo === undefined || /^\.\.?$/.test(repo))
      throw wrong('the repository name is not valid')
    return { kind: 'github', owner, repo }
  }
  if (!/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^[a-z]:[\\/]/i.test(trimmed))
    return { kind: 'directory', directory: trimmed }
  if (!URL.canParse(trimmed)) throw wrong('it is not a valid address')
  const { protocol, username, password, search, hash, hostname, origin, pathname } = new URL(trimmed)
  if (username || password || search || hash)
    throw wrong('the address must not contain a user, a question mark or a hash')
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback)) throw wrong('the address must begin with https://')
  return { kind: 'http', url: `${origin}${pathname}`.replace(/\/+$/, '') }
}

const GIVE = 'Give https://…, github:OWNER/REPO, or a directory.'

function wrong(why: string): Problem {
  return new Problem(2, `Invalid registry: ${why}. ${GIVE}`)
}
