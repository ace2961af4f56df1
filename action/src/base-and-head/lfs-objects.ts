import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readAnswer } from '../read-answer.ts'
import { authorization, type RemoteRepository, repositoryAddress } from './fetch-objects.ts'

/** The content of a file in Git LFS: its SHA-256 and its bytes. */
export interface LfsObject {
  oid: string
  size: number
}

/** The maximum size of a pointer file, in bytes. Git LFS itself uses this limit. */
const MAX_POINTER_BYTES = 1024

/** The maximum number of objects in one request to a Git LFS endpoint. */
const MAX_BATCH = 100

/** The lines of a pointer file. */
const POINTER =
  /^version [^\n]+\n(?<extensions>ext-[^\n]+\n)*oid sha256:(?<oid>[0-9a-f]{64})\r?\nsize (?<size>\d+)\r?\n?$/

/**
 * The object to which a file points. Null if the file is not a pointer.
 * @throws Error if the contents of the file are not those of the object, but what an extension of Git LFS makes of them
 */
export function readPointer(file: string): LfsObject | null {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile() || stat.size >= MAX_POINTER_BYTES) return null
  const { oid, size, extensions } = POINTER.exec(readFileSync(file, 'utf8'))?.groups ?? {}
  if (oid === undefined) return null
  if (extensions !== undefined) throw new Error('an extension of Git LFS changes them')
  return { oid, size: Number(size) }
}

/** Whether a file is a pointer to the contents of another file. */
export function isPointerTo(pointer: string, file: string): boolean {
  const object = readPointer(pointer)
  if (object?.size !== lstatSync(file).size) return false
  return createHash('sha256').update(readFileSync(file)).digest('hex') === object.oid
}

/** The file of an object in the git directories that may hold it. Null if there is none. */
export function localObject({ oid }: LfsObject, gitDirectories: readonly string[]): string | null {
  const inside = join('lfs/objects', oid.slice(0, 2), oid.slice(2, 4), oid)
  return gitDirectories.map((directory) => join(directory, inside)).find((file) => existsSync(file)) ?? null
}

/**
 * Replaces the contents of an existing file by an object. The file keeps its mode.
 * @param source a file, or a download from `requestDownloads`
 * @throws Error if the source is not the object
 */
export async function writeObject({ oid, size }: LfsObject, source: string | Download, file: string): Promise<void> {
  const hash = createHash('sha256')
  let length = 0
  const check = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      length += chunk.length
      done(length > size ? new Error('it is too long') : null, chunk)
    },
  })
  const from = typeof source === 'string' ? createReadStream(source) : await source()
  await pipeline(from, check, createWriteStream(file))
  if (length !== size || hash.digest('hex') !== oid) throw new Error('its contents do not match its hash')
}

/** Starts the download of an object. */
export type Download = () => Promise<Readable>

/**
 * Downloads of objects from the Git LFS endpoint of a repository. The endpoint is always that of the repository's own
 * server, because a pull request can name another one in .lfsconfig.
 * @returns the downloads of those objects that the server has, by their SHA-256
 * @throws Error if the endpoint cannot be reached, or does not give objects
 */
export async function requestDownloads(
  objects: readonly LfsObject[],
  remote: RemoteRepository,
): Promise<Map<string, Download>> {
  const downloads = new Map<string, Download>()
  for (let first = 0; first < objects.length; first += MAX_BATCH) {
    for (const { oid, actions } of await askFor(objects.slice(first, first + MAX_BATCH), remote))
      if (actions?.download) downloads.set(oid, () => download(actions.download as Action))
  }
  return downloads
}

interface Action {
  href: string
  header?: Record<string, string>
}

async function askFor(
  objects: readonly LfsObject[],
  remote: RemoteRepository,
): Promise<{ oid: string; actions?: { download?: Action } }[]> {
  const type = 'application/vnd.git-lfs+json'
  const response = await fetch(`${repositoryAddress(remote)}/info/lfs/objects/batch`, {
    method: 'POST',
    headers: {
      ...{ accept: type, 'content-type': type },
      ...(remote.token !== '' && { authorization: authorization(remote.token) }),
    },
    body: JSON.stringify({ operation: 'download', transfers: ['basic'], objects }),
    // Do not follow a redirect: it would send the token to another server.
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  const { objects: found } = JSON.parse(String(await readAnswer(response))) as {
    objects: { oid: string; actions?: { download?: Action } }[]
  }
  return found
}

async function download({ href, header = {} }: Action): Promise<Readable> {
  const response = await fetch(href, { headers: header, signal: AbortSignal.timeout(600_000) })
  if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`)
  return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
}
