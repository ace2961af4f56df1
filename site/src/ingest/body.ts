import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from './refusal.ts'

/** The largest document that is taken, in bytes, unpacked. */
const MOST_BYTES = 20_000_000
/** How long a body may take to arrive, in ms. */
const PATIENCE = 30_000

/**
 * The bytes of a request's body, unpacked where they are gzipped. Never more than the cap is held, however much comes
 * or however small what comes was packed. @throws Refusal
 */
export async function readBody(
  body: Readable,
  { contentType, contentEncoding }: { contentType: string | undefined; contentEncoding: string | undefined },
  { mostBytes = MOST_BYTES, patience = PATIENCE }: { mostBytes?: number; patience?: number } = {},
): Promise<Buffer> {
  if (!/^application\/json( *; *charset=utf-8)?$/i.test(contentType ?? '')) {
    throw new Refusal(415, 'wrong-content-type', 'A document is handed in as application/json.')
  }
  const packed = contentEncoding === 'gzip'
  if (!packed && contentEncoding !== undefined && contentEncoding !== 'identity') {
    throw new Refusal(415, 'wrong-content-encoding', 'A document is handed in as it is, or packed with gzip.')
  }
  const chunks: Buffer[] = []
  let size = 0
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > mostBytes) return done(tooLarge(mostBytes))
      chunks.push(chunk)
      done()
    },
  })
  const signal = AbortSignal.timeout(patience)
  try {
    if (packed) await pipeline(body, createGunzip(), collect, { signal })
    else await pipeline(body, collect, { signal })
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (signal.aborted) throw new Refusal(408, 'too-slow', 'The document took too long to arrive.')
    throw new Refusal(
      400,
      'broken-body',
      packed ? 'The document is not packed with gzip, or not whole.' : 'The document did not arrive whole.',
    )
  }
  return Buffer.concat(chunks)
}

function tooLarge(mostBytes: number): Refusal {
  return new Refusal(413, 'too-large', `A document may have ${(mostBytes / 1e6).toFixed(0)} MB; this one has more.`)
}
