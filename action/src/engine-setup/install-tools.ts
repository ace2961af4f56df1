import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, quoted } from '@plimsoll/workloads'
import { download } from './download.ts'
import type { Release } from './releases.ts'
import type { System } from './system.ts'

/** The timeout of one download, in seconds. */
const DOWNLOAD_SECONDS = 300
const UNPACK_SECONDS = 60

/** The directory of the programs within a directory of tools. */
export function programs(tools: string): string {
  return join(tools, 'bin')
}

/** Download, verify and unpack releases. Their programs are then in `programs(tools)`. @throws Problem (3) */
export async function install(releases: Release[], tools: string, maxBytes: number, system: System): Promise<void> {
  mkdirSync(programs(tools), { recursive: true })
  for (const release of releases) {
    system.tell(`Downloading ${release.tool} ${release.version}: ${release.url}`)
    const file = join(tools, `${release.tool}.download`)
    rmSync(file, { force: true })
    await download(release, file, { maxBytes, seconds: DOWNLOAD_SECONDS })
    await unpack(release, file, tools, system)
    rmSync(file)
  }
}

/**
 * Use an installed limactl like a downloaded one. By the link, the cleanup tells its processes from the user's own. Lima
 * finds its other files beside the target of the link.
 */
export function linkLima(limactl: string, tools: string): void {
  symlinkSync(limactl, join(programs(tools), 'limactl'))
}

/**
 * Unpack the archive of a tool. Lima's archive contains `bin` and `share`. Docker's archive contains a folder with
 * several programs, and only the docker command is unpacked. Colima is a single program without an archive.
 */
async function unpack({ tool, version }: Release, file: string, tools: string, system: System): Promise<void> {
  if (tool === 'colima') {
    copyFileSync(file, join(programs(tools), 'colima'))
    return chmodSync(join(programs(tools), 'colima'), 0o755)
  }
  const what = tool === 'lima' ? ['-C', tools] : ['-C', programs(tools), '--strip-components', '1', 'docker/docker']
  const { exitCode, stderr } = await system.run(['tar', '-xzf', file, ...what], UNPACK_SECONDS)
  if (exitCode !== 0) throw new Problem(3, `${tool} ${version} could not be unpacked: ${quoted(stderr)}.`)
}
