import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Problem } from '../problem.ts'
import { agentDigest } from '../sample/agent.ts'

/** The folder of `image/` that defines a toolchain part: a package.json and its lock file. */
export function partFolder(part: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)?$/.test(part)) throw new Problem(2, `Unknown toolchain part '${part}'.`)
  return fileURLToPath(new URL(`../../image/${part}/`, import.meta.url))
}

/**
 * SHA-256 of the files that pin every byte of a toolchain part: its lock file, or the agent itself.
 * @throws Problem (2) for an unknown part
 */
export function toolchainDigest(part: string): string {
  if (part === 'agent') return agentDigest()
  const hash = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json']) {
    try {
      hash.update(readFileSync(`${partFolder(part)}${name}`))
    } catch {
      throw new Problem(2, `Unknown toolchain part '${part}': ${name} is missing.`)
    }
  }
  return `sha256:${hash.digest('hex')}`
}
