import { closeSync, openSync, readSync } from 'node:fs'
import { MAX_DOCUMENT_BYTES } from '../document-limits.ts'

/**
 * Returns the bytes of a file, also of a pipe or a device, but only one byte more than a document may have: parsing then
 * rejects the document as too large.
 * @param file a path, or 0 for standard input
 * @throws the system's error
 */
export function readDocumentFile(file: string | 0, maxBytes = MAX_DOCUMENT_BYTES): Buffer<ArrayBuffer> {
  const descriptor = file === 0 ? file : openSync(file, 'r')
  try {
    const chunks: Buffer<ArrayBuffer>[] = []
    let left = maxBytes + 1
    while (left > 0) {
      const chunk = Buffer.allocUnsafe(Math.min(left, CHUNK_BYTES))
      const length = readSync(descriptor, chunk)
      if (length === 0) break
      chunks.push(chunk.subarray(0, length))
      left -= length
    }
    return Buffer.concat(chunks)
  } finally {
    if (descriptor !== 0) closeSync(descriptor)
  }
}

const CHUNK_BYTES = 65_536
