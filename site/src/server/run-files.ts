import type { Template } from '../page/template.ts'
import type { RunFileContent } from '../run-page/make-run-file.ts'
import { documentFile } from '../store/documents.ts'
import { keyLogFile } from '../store/key-log.ts'
import { statusOf } from '../store/read-for-index.ts'
import type { Registry } from '../store/registry.ts'
import { statementFile } from '../store/statements.ts'
import { documentLeaf } from '../transparency/find-leaves.ts'
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

interface CacheEntry {
  /** A key that changes with the document of the run and its statements. */
  key: string
  file: Promise<SentFile | null>
  bytes: number
}

/** Makes a file of a run, like `makeRunFile`. */
type Make = (registry: Registry, template: Template, name: string) => Promise<RunFileContent | null>

/**
 * Returns a function that makes files of runs and caches the files that were requested last. Concurrent requests for a
 * file share one result.
 */
export function cacheRunFiles(
  registry: Registry,
  template: Template,
  { maxBytes = MAX_BYTES, make }: { maxBytes?: number; make: Make },
): (name: string) => Promise<SentFile | null> {
  const cache = new Map<string, CacheEntry>()
  let size = 0

  function drop(name: string, entry: CacheEntry): void {
    if (cache.get(name) !== entry) return
    cache.delete(name)
    size -= entry.bytes
  }

  function makeEntry(name: string, key: string): CacheEntry {
    const file = make(registry, template, name).then((made) => (made === null ? null : toSend(made)))
    const entry: CacheEntry = { key, file, bytes: 0 }
    const settled = (sent: SentFile | null) => {
      // Do not cache that a file is missing or could not be made.
      if (sent === null) return drop(name, entry)
      if (cache.get(name) !== entry) return
      entry.bytes = sent.body.length
      size += entry.bytes
      for (const [oldest, other] of cache) {
        if (size <= maxBytes) break
        drop(oldest, other)
      }
    }
    file.then(settled, () => settled(null))
    return entry
  }

  return (name) => {
    const key = cacheKey(registry, name)
    const before = cache.get(name)
    const entry = before?.key === key ? before : makeEntry(name, key)
    if (before !== undefined && before !== entry) drop(name, before)
    // Move the entry to the end, because the cache drops the least recently requested files first.
    cache.delete(name)
    cache.set(name, entry)
    return entry.file
  }
}

function cacheKey(registry: Registry, name: string): string {
  const id = name.slice(0, 26)
  // A proof depends on the log of keys as well.
  const files = [statementFile(registry, id), documentFile(registry, id), keyLogFile(registry)]
  const leaf = name.endsWith('.html') ? documentLeaf(registry, id)?.number : null
  return [...files.map((file) => Object.values(statusOf(file)).join(' ')), leaf].join(' ')
}

function toSend({ contentType, body }: RunFileContent): SentFile {
  const bytes = Buffer.from(body as Uint8Array)
  return { contentType, body: bytes, tag: tagOf(bytes) }
}
