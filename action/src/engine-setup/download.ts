import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '@plimsoll/workloads'
import type { Release } from './releases.ts'

/** Limits of one download. */
export interface Bounds {
  maxBytes: number
  seconds: number
}

/**
 * Download a release into a file. Every call starts from the beginning. After a failure or with a wrong checksum, no
 * file remains.
 * @throws Problem (3)
 */
export async function download(release: Release, file: string, bounds: Bounds): Promise<void> {
  const name = `${release.tool} ${release.version}`
  const signal = AbortSignal.timeout(bounds.seconds * 1000)
  let sha256: string
  try {
    sha256 = await fetchInto(release.url, file, bounds.maxBytes, signal)
  } catch (error) {
    rmSync(file, { force: true })
    // Which error a time-out causes depends on the stream that notices it first.
    const reason = signal.aborted ? `the download took longer than ${bounds.seconds} s` : reasonOf(error as Error)
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
async function fetchInto(url: string, file: string, maxBytes: number, signal: AbortSignal): Promise<string> {
  const { ok, status, body } = await fetch(url, { signal })
  if (!ok || body === null) throw new Error(`the server answered ${status}`)
  const hash = createHash('sha256')
  let bytes = 0
  const look = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new Error(`the file has more than ${maxBytes} bytes`)
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
