import { statSync } from 'node:fs'
import path from 'node:path'
import { isHashedAsset } from '../build/assets.ts'

/** A file that answers a request. */
export interface Resource {
  file: string
  contentType: string
  cacheControl: string
}

/**
 * Resolves a request path to a file below a directory, as static hosts do: `/runs/<id>` is `runs/<id>.html`, `/` is
 * `index.html`. Returns null if there is no such file, or if the path leads out of the directory or to a hidden file.
 * Returns null, too, if the path ends in "/", because the relative links of the page would then lead elsewhere.
 */
export function resolveResource(directory: string, requestPath: string): Resource | null {
  const segments = decode(requestPath)
  if (segments === null) return null
  const requested = path.join(directory, ...(requestPath === '/' ? ['index.html'] : segments))
  const file = [requested, `${requested}.html`].find(isFile)
  if (file === undefined) return null
  return {
    file,
    contentType: CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream',
    cacheControl: cacheControlOf(path.relative(directory, file)),
  }
}

/**
 * Returns the decoded segments of a path. Returns null if a segment is empty or could name a different file than it
 * appears to.
 */
function decode(requestPath: string): string[] | null {
  if (requestPath === '/') return []
  try {
    const segments = requestPath.slice(1).split('/').map(decodeURIComponent)
    return segments.some((segment) => /^(\.|$)/.test(segment) || /[/\\\0:]/.test(segment)) ? null : segments
  } catch {
    return null
  }
}

/** Whether a path is a file. Returns false if the system rejects the name, for example because it is too long. */
function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * Returns how long a file may be cached. A file whose name contains the hash of its content never changes. A stored
 * document never changes either, but it may be deleted.
 */
function cacheControlOf(relative: string): string {
  const [folder, name = ''] = relative.split(path.sep)
  if (folder === 'assets' && isHashedAsset(name)) return 'public, max-age=31536000, immutable'
  return /^runs[/\\][a-z2-7]{26}\.json$/.test(relative) ? 'public, max-age=3600' : 'no-cache'
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.sqlite': 'application/vnd.sqlite3',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}
