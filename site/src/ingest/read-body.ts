import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { MAX_DOCUMENT_BYTES } from '@plimsoll/schema'
import type { Reservation } from './quotas.ts'
import { Refusal } from './refusal.ts'

/** The time within which the body of a request must arrive. */
const TIMEOUT_MS = 30_000
/** The initial size of the buffer for a body, in bytes. The buffer doubles as needed. */
const INITIAL_BYTES = 16_384

/**
 * Returns the bytes of a request body, decompressed if they are gzipped. The memory used stays below the size limit and
 * the upload budget, however much the client sends and however well the body compresses.
 * @throws Refusal
 */
export async function readBody(
  body: Readable,
  { contentType, contentEncoding }: { contentType: string | undefined; contentEncoding: string | undefined },
  reservation: Pick<Reservation, 'grow'>,
  { maxBytes = MAX_DOCUMENT_BYTES, timeoutMs = TIMEOUT_MS }: { maxBytes?: number; timeoutMs?: number } = {},
): Promise<Buffer> {
  if (!/^application\/(json|x-ndjson)([ \t]*;[ \t]*charset=(utf-8|"utf-8"))?$/i.test(contentType ?? '')) {
    throw wrongContentType()
  }
  // Content codings are case-insensitive (RFC 9110, section 8.4.1).
  const coding = contentEncoding?.toLowerCase() ?? 'identity'
  const gzipped = coding === 'gzip'
  if (!gzipped && coding !== 'identity') {
    throw new Refusal(
      415,
      'wrong-content-encoding',
      'Unsupported content encoding. Submit the document uncompressed or compressed with gzip.',
    )
  }
  const buffer = growingBuffer(reservation, maxBytes)
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        buffer.add(chunk)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    if (gzipped) await pipeline(body, createGunzip(), collect, { signal })
    else await pipeline(body, collect, { signal })
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (signal.aborted) throw new Refusal(408, 'upload-timeout', 'The upload timed out. Submit the document again.')
    throw new Refusal(
      400,
      'broken-body',
      gzipped
        ? 'The body is incomplete, or it is not valid gzip. Submit the document again.'
        : 'The upload is incomplete. Submit the document again.',
    )
  }
  return buffer.bytes()
}

/**
 * Returns one buffer for all chunks of a body. A list of chunks would have an overhead for each chunk, and the sender
 * chooses how many chunks to send.
 */
function growingBuffer(
  reservation: Pick<Reservation, 'grow'>,
  maxBytes: number,
): { add(chunk: Buffer): void; bytes(): Buffer } {
  let memory = new ArrayBuffer(0)
  let size = 0
  return {
    add(chunk) {
      const needed = size + chunk.length
      if (needed > maxBytes) throw tooLarge(maxBytes)
      if (needed > memory.byteLength) {
        const larger = Math.min(maxBytes, Math.max(INITIAL_BYTES, needed, 2 * memory.byteLength))
        reservation.grow(larger - memory.byteLength)
        memory = memory.transfer(larger)
      }
      new Uint8Array(memory).set(chunk, size)
      size = needed
    },
    bytes: () => Buffer.from(memory.transfer(size)),
  }
}

/** The refusal of a body that is not JSON. */
export function wrongContentType(): Refusal {
  return new Refusal(415, 'wrong-content-type', 'Unsupported content type. Submit the document as application/json.')
}

function tooLarge(maxBytes: number): Refusal {
  const size = maxBytes < 1e6 ? `${maxBytes / 1e3} kB` : `${Math.floor(maxBytes / 1e6)} MB`
  return new Refusal(413, 'too-large', `The body is larger than the maximum of ${size}.`)
}
