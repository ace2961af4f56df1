import { posix } from 'node:path'

/**
 * The repository of a submodule on the server of the pull request, as owner/name. Null if the submodule is elsewhere.
 * @param url the submodule's `url` in .gitmodules, which is untrusted
 * @param parent the owner/name of the repository with the submodule; null if that is elsewhere
 * @param server the address of the server, such as https://github.com
 */
export function submoduleRepository(url: string, parent: string | null, server: string): string | null {
  const path =
    pathOnServer(url, parent, server)
      ?.replace(/^\//, '')
      .replace(/\/$/, '')
      .replace(/\.git$/, '') ?? ''
  return /^[\w.-]+\/[\w.-]+$/.test(path) && !path.split('/').some((name) => /^\.+$/.test(name)) ? path : null
}

function pathOnServer(url: string, parent: string | null, server: string): string | null {
  if (/^\.\.?\//.test(url)) return parent === null ? null : posix.join(parent, url)
  const { host, protocol } = new URL(server)
  const [, sshHost, sshPath] = /^[\w-]+@([\w.-]+):([^:]*)$/.exec(url) ?? []
  if (sshHost !== undefined) return sshHost === host ? (sshPath as string) : null
  if (!URL.canParse(url)) return null
  const address = new URL(url)
  const isKnown = [protocol, 'https:', 'http:', 'ssh:', 'git:'].includes(address.protocol)
  return isKnown && address.host === host && address.search === '' && address.hash === '' ? address.pathname : null
}
