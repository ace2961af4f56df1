import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from './refusal.ts'
import type { Reservation } from './upload-budget.ts'

/** The largest document that is taken, in bytes, unpacked. */
const MAX_BYTES = 20_000_000
/** How long a body may take to arrive, in ms. */
const TIMEOUT_MS = 30_000
/** Where its memory begins, in bytes; it doubles from there. */
const FIRST = 16_384

/**
 * Returns the bytes of a request body, decompressed if they are gzipped. Memory stays below the size limit and the
 * upload budget, however much the client sends and however well it compresses.
 * @throws Refusal
 */
export async function readBody(
  body: Readable,
  { contentType, contentEncoding }: { contentType: string | undefined; contentEncoding: string | undefined },
  reservation: Pick<Reservation, 'grow'>,
  { mostBytes = MAX_BYTES, patience = TIMEOUT_MS }: { mostBytes?: number; patience?: number } = {},
): Promise<Buffer> {
  if (!/^application\/json([ \t]*;[ \t]*charset=(utf-8|"utf-8"))?$/i.test(contentType ?? '')) {
    throw new Refusal(415, 'wrong-content-type', 'Unsupported content type. Submit the document as application/json.')
  }
  // Content codings are case-insensitive (RFC 9110, section 8.4.1).
  const coding = contentEncoding?.toLowerCase() ?? 'identity'
  const packed = coding === 'gzip'
  if (!packed && coding !== 'identity') {
    throw new Refusal(
      415,
      'wrong-content-encoding',
      'Unsupported content encoding. Submit the document uncompressed or with gzip.',
    )
  }
  const held = growingBytes(reservation, mostBytes)
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        held.add(chunk)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  const signal = AbortSignal.timeout(patience)
  try {
    if (packed) await pipeline(body, createGunzip(), collect, { signal })
    else await pipeline(body, collect, { signal })
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (signal.aborted) throw new Refusal(408, 'upload-timeout', 'The upload timed out. Submit the document again.')
    throw new Refusal(
      400,
      'broken-body',
      packed
        ? 'The body is not valid gzip, or is incomplete. Submit the document again.'
        : 'The upload is incomplete. Submit the document again.',
    )
  }
  return held.bytes()
}

/** One piece of memory, not the pieces that came: of those each costs its overhead, and a sender chooses how many. */
function growingBytes(
  reservation: Pick<Reservation, 'grow'>,
  mostBytes: number,
): { add(chunk: Buffer): void; bytes(): Buffer } {
  let memory = new ArrayBuffer(0)
  let size = 0
  return {
    add(chunk) {
      const needed = size + chunk.length
      if (needed > mostBytes) throw tooLarge(mostBytes)
      if (needed > memory.byteLength) {
        const larger = Math.min(mostBytes, Math.max(FIRST, needed, 2 * memory.byteLength))
        reservation.grow(larger - memory.byteLength)
        memory = memory.transfer(larger)
      }
      new Uint8Array(memory).set(chunk, size)
      size = needed
    },
    bytes: () => Buffer.from(memory.transfer(size)),
  }
}

function tooLarge(mostBytes: number): Refusal {
  return new Refusal(413, 'too-large', `The document is larger than the maximum of ${(mostBytes / 1e6).toFixed(0)} MB.`)
}
