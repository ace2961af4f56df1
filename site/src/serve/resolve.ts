import { statSync } from 'node:fs'
import path from 'node:path'

/** A file to answer with. */
export interface Resource {
  file: string
  contentType: string
  cacheControl: string
}

/**
 * The file below a directory that a request path names, as static hosts resolve it: `/runs/<id>` is `runs/<id>.html`,
 * `/` is `index.html`. null where there is none, or where the path leads out of the directory or into a hidden file.
 */
export function resolveResource(directory: string, requestPath: string): Resource | null {
  const segments = decode(requestPath)
  if (segments === null) return null
  const wanted = path.join(directory, ...segments)
  const file = [wanted, `${wanted}.html`, path.join(wanted, 'index.html')].find(isFile)
  if (file === undefined) return null
  return {
    file,
    contentType: CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream',
    cacheControl: isImmutable(path.relative(directory, file)) ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

/** Segments of a path, decoded; null where one of them could mean another place than it says. */
function decode(requestPath: string): string[] | null {
  try {
    const segments = requestPath
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent)
    return segments.some((segment) => segment.startsWith('.') || /[/\\\0:]/.test(segment)) ? null : segments
  } catch {
    return null
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** What has its content's hash in its name, and stored documents, never change. */
function isImmutable(relative: string): boolean {
  return /^(assets[/\\]site\.[0-9a-f]+\.css|runs[/\\][a-z2-7]{26}\.json)$/.test(relative)
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}
