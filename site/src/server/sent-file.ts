import type { RunFileContent } from '../run-page/make-run-file.ts'
import { computeEtag } from './create-app.ts'

/** A file of a run that is newer than the built site, in the form in which it is sent. */
export interface SentFile {
  contentType: string
  body: Buffer
  /** The ETag of the file's bytes. */
  tag: string
}

/** Returns the form in which a file of a run is sent. */
export function toSend({ contentType, body }: RunFileContent): SentFile {
  const bytes = Buffer.from(body as Uint8Array)
  return { contentType, body: bytes, tag: computeEtag(bytes) }
}
