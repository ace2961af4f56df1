import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '@plimsoll/workloads'
import { quoted } from '../github/problem.ts'
import { download } from './download.ts'
import type { Release } from './releases.ts'
import type { World } from './world.ts'

/** Timeout of one download, in seconds. */
const DOWNLOAD_SECONDS = 300
const UNPACK_SECONDS = 60

/** The directory of the programs in a directory of tools. */
export function programs(tools: string): string {
  return join(tools, 'bin')
}

/**
 * Download, verifies and unpacks releases; their programs are then in `programs(tools)`.
 * @throws Problem (3)
 */
export async function install(releases: Release[], tools: string, largestBytes: number, world: World): Promise<void> {
  mkdirSync(programs(tools), { recursive: true })
  for (const release of releases) {
    world.tell(`Downloading ${release.tool} ${release.version}: ${release.url}`)
    const file = join(tools, `${release.tool}.download`)
    rmSync(file, { force: true })
    await download(release, file, { largestBytes, seconds: DOWNLOAD_SECONDS })
    await unpack(release, file, tools, world)
    rmSync(file)
  }
}

/**
 * Unpack one release: Lima's archive has `bin` and `share`, Docker's a folder with the command among others; Colima is
 * a single program.
 */
async function unpack({ tool, version }: Release, file: string, tools: string, world: World): Promise<void> {
  if (tool === 'colima') {
    copyFileSync(file, join(programs(tools), 'colima'))
    return chmodSync(join(programs(tools), 'colima'), 0o755)
  }
  const what = tool === 'lima' ? ['-C', tools] : ['-C', programs(tools), '--strip-components', '1', 'docker/docker']
  const { exitCode, stderr } = await world.run(['tar', '-xzf', file, ...what], UNPACK_SECONDS)
  if (exitCode !== 0) throw new Problem(3, `${tool} ${version} could not be unpacked: ${quoted(stderr)}.`)
}
