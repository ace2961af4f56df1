import { statSync } from 'node:fs'
import path from 'node:path'
import { isHashedAsset } from '../build/hashed-asset.ts'

/** A file to respond with. */
export interface Resource {
  file: string
  contentType: string
  cacheControl: string
}

/**
 * Resolves a request path to a file below a directory, as static hosts do: `/runs/<id>` is `runs/<id>.html`, `/` is
 * `index.html`. Returns null if there is no such file, if the path leads out of the directory or to a hidden file, or
 * if it ends in "/", since the page's relative links would then resolve differently.
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

/** Returns the decoded segments of a path; null if one is empty or could name a different file than it appears to. */
function decode(requestPath: string): string[] | null {
  if (requestPath === '/') return []
  try {
    const segments = requestPath.slice(1).split('/').map(decodeURIComponent)
    return segments.some((segment) => /^(\.|$)/.test(segment) || /[/\\\0:]/.test(segment)) ? null : segments
  } catch {
    return null
  }
}

/** Returns false if the system rejects the name, for example for its length. */
function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * A file with its content's hash in its name never changes. A stored document never changes either, but it may be
 * deleted.
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
