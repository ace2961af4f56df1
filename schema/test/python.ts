import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)

/**
 * Runs a Python script of this folder with `input` as JSON on stdin, and returns its output, parsed as JSON.
 * @throws {Error} if the repository's Python is missing, because a skipped cross-check would go unnoticed
 */
export function runPython(script: string, input: unknown): unknown {
  const python = process.env.PLIMSOLL_PYTHON ?? fileURLToPath(new URL('.cache/python/bin/python3', ROOT))
  if (!existsSync(python)) throw new Error(`There is no ${python}: \`npm test\` sets it up.`)
  const path = fileURLToPath(new URL(script, import.meta.url))
  const output = execFileSync(python, [path], { input: JSON.stringify(input), maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(output.toString())
}
