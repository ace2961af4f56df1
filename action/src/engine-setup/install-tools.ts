import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem, quoted } from '@plimsoll/workloads'
import type { Release } from './releases.ts'
import type { System } from './system.ts'

/** The timeout of one download, in seconds. */
const DOWNLOAD_SECONDS = 300
const UNPACK_SECONDS = 60

/** The directory of the programs within a directory of tools. */
export function programs(tools: string): string {
  return join(tools, 'bin')
}

/**
 * Downloads, verifies and unpacks releases, and links an installed limactl. Their programs are then in `programs(tools)`.
 * @param limactl the path of the installed limactl; null if Lima is among the releases
 * @throws Problem (3)
 */
export async function installTools(
  { releases, limactl }: { releases: Release[]; limactl: string | null },
  tools: string,
  system: System,
): Promise<void> {
  mkdirSync(programs(tools), { recursive: true })
  for (const release of releases) {
    system.tell(`Downloading ${release.tool} ${release.version}: ${release.url}`)
    const file = join(tools, `${release.tool}.download`)
    rmSync(file, { force: true })
    await download(release, file)
    await unpack(release, file, tools, system)
    rmSync(file)
  }
  // By the link, the cleanup tells processes of limactl from the user's own. Lima finds its other files beside the target
  // of the link.
  if (limactl !== null) symlinkSync(limactl, join(programs(tools), 'limactl'))
}

/**
 * Downloads a release into a file. Every call starts from the beginning. After a failure or with a wrong checksum, no
 * file remains.
 * @throws Problem (3)
 */
export async function download(release: Release, file: string, seconds = DOWNLOAD_SECONDS): Promise<void> {
  const name = `${release.tool} ${release.version}`
  const signal = AbortSignal.timeout(seconds * 1000)
  let sha256: string
  try {
    sha256 = await fetchInto(release.url, file, signal)
  } catch (error) {
    rmSync(file, { force: true })
    // Which error a time-out causes depends on the stream that notices it first.
    const reason = signal.aborted ? `the download took longer than ${seconds} s` : reasonOf(error as Error)
    throw new Problem(3, `${name} could not be downloaded from ${release.url} (${reason}). Run the job again.`)
  }
  if (sha256 === release.sha256) return
  rmSync(file)
  throw new Problem(
    3,
    `The file from ${release.url} is not ${name}: its SHA-256 is ${sha256}, not ${release.sha256}. The file was deleted. If this happens again, report it to the Plimsoll project.`,
  )
}

/** @returns the SHA-256 of the downloaded bytes */
async function fetchInto(url: string, file: string, signal: AbortSignal): Promise<string> {
  const { ok, status, body } = await fetch(url, { signal })
  if (!ok || body === null) throw new Error(`the server answered ${status}`)
  const hash = createHash('sha256')
  const look = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  // A stream that opens the file itself could still create it after a failure.
  const handle = await open(file, 'wx')
  await pipeline(Readable.fromWeb(body), look, handle.createWriteStream(), { signal })
  return hash.digest('hex')
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message
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
