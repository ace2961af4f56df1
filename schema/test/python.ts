import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)

/**
 * Runs a script of this folder with the repository's Python, gives it `input` as JSON and returns what it prints, read
 * as JSON. Throws where that Python is missing: what it checks must not go unchecked.
 */
export function runPython(script: string, input: unknown): unknown {
  const python = process.env.PLIMSOLL_PYTHON ?? fileURLToPath(new URL('.cache/python/bin/python3', ROOT))
  if (!existsSync(python)) throw new Error(`There is no ${python}: \`npm test\` sets it up.`)
  const path = fileURLToPath(new URL(script, import.meta.url))
  const output = execFileSync(python, [path], { input: JSON.stringify(input), maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(output.toString())
}
