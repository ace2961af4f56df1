import type { Template } from '../page/template.ts'
import type { RunFileContent } from '../run-page/make-run-file.ts'
import { documentFile } from '../store/documents.ts'
import { keyLogFile } from '../store/key-log.ts'
import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { statementFile } from '../store/statements.ts'
import { documentLeaf } from '../transparency/find-leaves.ts'
import { cacheResults } from './cache-results.ts'
import { tagOf } from './create-app.ts'

/** A file of a run that is newer than the built site, in the form in which it is sent. */
export interface SentFile {
  contentType: string
  body: Buffer
  /** The ETag of the file's bytes. */
  tag: string
}

/** The maximum size of the cache, in bytes. It suffices for some hundred runs. */
const MAX_BYTES = 64_000_000

/** Makes a file of a run, like `makeRunFile`. */
type Make = (registry: Registry, template: Template, name: string) => Promise<RunFileContent | null>

/** Returns a function that makes files of runs and caches the files that were requested last. */
export function cacheRunFiles(
  registry: Registry,
  template: Template,
  { maxBytes = MAX_BYTES, make }: { maxBytes?: number; make: Make },
): (name: string) => Promise<SentFile | null> {
  // A missing file is not cached.
  const cached = cacheResults<SentFile | null>({ maxBytes, sizeOf: (file) => file?.body.length ?? null })
  return (name) =>
    cached(name, keyOfFile(registry, name), async () => {
      const made = await make(registry, template, name)
      return made === null ? null : toSend(made)
    })
}

function keyOfFile(registry: Registry, name: string): string {
  const id = name.slice(0, 26)
  const leaf = name.endsWith('.html') ? documentLeaf(registry, id)?.number : null
  return [keyOfRun(registry, id), leaf].join(' ')
}

/** Returns a key that changes with the document of a run and its statements. */
function keyOfRun(registry: Registry, id: string): string {
  // A proof depends on the log of keys as well.
  const files = [statementFile(registry, id), documentFile(registry, id), keyLogFile(registry)]
  return files.map((file) => Object.values(statusOf(file)).join(' ')).join(' ')
}

function toSend({ contentType, body }: RunFileContent): SentFile {
  const bytes = Buffer.from(body as Uint8Array)
  return { contentType, body: bytes, tag: tagOf(bytes) }
}
