import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { isHashedAsset } from '../site-build/assets.ts'

/**
 * Resolves a request path to a file below a directory, as static hosts do: `/runs/<id>` is `runs/<id>.html`, `/` is
 * `index.html`. Returns the path of the file relative to the directory. Returns null if there is no such file, or if the
 * path leads out of the directory or to a hidden file. Returns null, too, if the path ends in "/", because the relative
 * links of the page would then lead elsewhere.
 */
export function resolveFile(directory: string, requestPath: string): string | null {
  const segments = decode(requestPath)
  if (segments === null) return null
  const requested = requestPath === '/' ? 'index.html' : path.join(...segments)
  return [requested, `${requested}.html`].find((name) => isFile(directory, name)) ?? null
}

/**
 * Returns how long a file of the site may be cached. A file whose name contains the hash of its content never changes. A
 * stored document never changes either, but it may be deleted.
 * @param name the path of the file, relative to the site
 */
export function chooseCacheControl(name: string): string {
  const [folder, file = ''] = name.split(path.sep)
  if (folder === 'assets' && isHashedAsset(file)) return 'public, max-age=31536000, immutable'
  return /^runs[/\\][a-z2-7]{26}\.json$/.test(name) ? 'public, max-age=3600' : 'no-cache'
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

/**
 * Whether a directory has a file of exactly this name, and not through a link in it, which may lead anywhere. The file
 * systems of macOS also find it by other names, such as names in capitals, under which a deleted run would not be
 * recognised. Returns false if the system rejects the name, for example because it is too long.
 */
function isFile(directory: string, name: string): boolean {
  const file = path.join(directory, name)
  try {
    return statSync(file).isFile() && realpathSync.native(file) === path.join(realpathSync.native(directory), name)
  } catch {
    return false
  }
}
