/** The maximum size of a server's answer that is no download, in MiB. */
const MAX_ANSWER_MIB = 16

/** A server's answer that was not read to its end. */
export class AnswerTooLong extends Error {
  constructor(mebibytes: number) {
    super(`it has more than ${mebibytes} MiB`)
  }
}

/**
 * The body of a response.
 * @throws AnswerTooLong; the rest of the body is not read
 */
export async function readAnswer({ body }: Response, maxMebibytes = MAX_ANSWER_MIB): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxMebibytes * 2 ** 20) throw new AnswerTooLong(maxMebibytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
