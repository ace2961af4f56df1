import { posix } from 'node:path'
import { RE2JS } from 're2js'
import { Problem } from '../problem.ts'

/**
 * Compiles a `.dockerignore`. The last line that matches a path, or a directory above the path, decides whether the
 * path is excluded. A line with `!` includes the path again.
 * @param text the file's contents
 * @returns a function that returns whether a path, relative to the context, is excluded
 * @throws Problem (2) for an invalid pattern
 */
export function dockerignore(text: string): (path: string) => boolean {
  const patterns = text.split(/\r?\n/).flatMap((line) => {
    const trimmed = line.startsWith('#') ? '' : line.trim()
    const back = trimmed.startsWith('!')
    const cleaned = posix.normalize((back ? trimmed.slice(1) : trimmed).trim() || '.').replace(/^\/|\/$/g, '')
    return cleaned === '.' || cleaned === '' ? [] : [{ back, expression: compile(cleaned) }]
  })
  return (path) => {
    const steps = path.split('/')
    const above = steps.map((_, index) => steps.slice(0, index + 1).join('/'))
    let ignored = false
    for (const { back, expression } of patterns) {
      if (above.some((prefix) => expression.testExact(prefix))) ignored = !back
    }
    return ignored
  }
}

/**
 * Converts a pattern to a regular expression. `*` and `?` match within a name, and `**` matches across names. `[…]` and
 * `\` work as in Go's filepath.Match. RE2 matches in linear time.
 */
function compile(pattern: string): RE2JS {
  const expression = pattern.replaceAll(/\*\*\/|\*\*|\*|\?|\\.|\[[^\]]*\]|[^\w/]/gu, (part) => {
    if (part === '**/') return '(.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.length > 1) return part
    return `\\x{${(part.codePointAt(0) as number).toString(16)}}`
  })
  try {
    return RE2JS.compile(expression, RE2JS.DOTALL)
  } catch {
    throw new Problem(2, `Invalid pattern '${pattern}' in .dockerignore. See Docker's documentation of .dockerignore.`)
  }
}
