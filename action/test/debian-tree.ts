import { existsSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { debianMirror, Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { canInstallPackages, installPackages } from './apt-packages.ts'

/**
 * Makes Debian 13 with packages in a folder of the cache, if it is not there, and returns the folder.
 * @param name the name of the folder; another list of packages needs another name
 * @throws Problem (3) if this machine cannot make one
 */
export async function debianTree(name: string, packages: string[]): Promise<string> {
  const root = fileURLToPath(new URL(`../../.cache/${name}`, import.meta.url))
  if (existsSync(root)) return root
  if (!canInstallPackages()) throw new Problem(3, 'A tree of Debian 13 needs root on Debian or Ubuntu.')
  await installPackages('debootstrap')
  console.error(`Fetching Debian 13 with ${packages[0]} (about a minute)…`)
  rmSync(`${root}.new`, { recursive: true, force: true })
  const made = await execa(
    'debootstrap',
    ['--variant=minbase', `--include=${packages.join(',')}`, 'trixie', `${root}.new`, ...(await debianMirror())],
    { reject: false, stdin: 'ignore' },
  )
  if (made.failed) throw new Problem(3, `Debian 13 could not be fetched: ${made.shortMessage}`)
  renameSync(`${root}.new`, root)
  return root
}

const ENGINES = [
  ...['docker.io', 'docker-cli', 'podman', 'runc', 'iptables', 'nftables', 'netavark', 'iproute2', 'ca-certificates'],
  ...['rootlesskit', 'slirp4netns', 'passt', 'uidmap', 'fuse-overlayfs', 'procps', 'golang-github-containers-common'],
]

/** Makes Debian 13 with its container engines, as `debianTree` does. */
export function debianEngines(): Promise<string> {
  return debianTree('debian-13-engines', ENGINES)
}
