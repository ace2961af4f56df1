interface CacheEntry<Result> {
  key: string
  result: Promise<Result>
  bytes: number
}

interface Limits<Result> {
  /** The maximum size of all results together, in bytes. */
  maxBytes: number
  /** Returns the size of a result, in bytes; null for a result that must not be cached. */
  sizeOf: (result: Result) => number | null
}

/**
 * Returns a function that makes results and caches those that were requested last. Concurrent requests for a result share
 * one. A result is made again when its key differs. A failure is not cached.
 */
export function cacheResults<Result>({
  maxBytes,
  sizeOf,
}: Limits<Result>): (name: string, key: string, make: () => Promise<Result>) => Promise<Result> {
  const cache = new Map<string, CacheEntry<Result>>()
  let size = 0

  function drop(name: string, entry: CacheEntry<Result>): void {
    if (cache.get(name) !== entry) return
    cache.delete(name)
    size -= entry.bytes
  }

  function makeEntry(name: string, key: string, make: () => Promise<Result>): CacheEntry<Result> {
    const entry: CacheEntry<Result> = { key, result: make(), bytes: 0 }
    const settled = (bytes: number | null) => {
      if (bytes === null) return drop(name, entry)
      if (cache.get(name) !== entry) return
      entry.bytes = bytes
      size += bytes
      for (const [oldest, other] of cache) {
        if (size <= maxBytes) break
        drop(oldest, other)
      }
    }
    entry.result.then(
      (result) => settled(sizeOf(result)),
      () => settled(null),
    )
    return entry
  }

  return (name, key, make) => {
    const before = cache.get(name)
    const entry = before?.key === key ? before : makeEntry(name, key, make)
    if (before !== undefined && before !== entry) drop(name, before)
    // Move the entry to the end, because the cache drops the least recently requested results first.
    cache.delete(name)
    cache.set(name, entry)
    return entry.result
  }
}
