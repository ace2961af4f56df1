import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { REGISTRY_VARIABLE, STYLESHEET_VARIABLE } from '../page/surroundings.ts'
import type { Registry } from '../store/registry.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
/** Where `next.config.ts` has Next put the export. */
const EXPORTED = path.join(SITE, '.export')
const OUTPUT_SHOWN = 4000

/** Renders every page of a registry with Next and returns the directory they are in. Throws `build-failed`. */
export async function exportPages(registry: Registry, stylesheet: string): Promise<string> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  rmSync(EXPORTED, { recursive: true, force: true })
  const { code, output } = await run(process.execPath, [next, 'build'], {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    [REGISTRY_VARIABLE]: registry.directory,
    [STYLESHEET_VARIABLE]: stylesheet,
  })
  if (code === 0 && existsSync(path.join(EXPORTED, 'index.html'))) return EXPORTED
  const sentence = /another next build|acquire lock/i.test(output)
    ? 'Another build of this site is running; wait until it has ended.'
    : `Next could not build the pages; this is how it ended:\n${output.trim().slice(-OUTPUT_SHOWN)}`
  throw new RegistryError('build-failed', sentence, EXIT.environment)
}

function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: SITE, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
