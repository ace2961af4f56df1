import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EXIT, RegistryError } from '../errors.ts'
import { revealForMarkup } from '../html.ts'
import { DUE_VARIABLE, REGISTRY_VARIABLE } from '../page-parts/build-context.ts'
import { TEMPLATE_VARIABLE, type Template } from '../page-parts/template.ts'
import type { Registry } from '../store/registry.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
/** The directory into which `next.config.ts` lets Next export. */
const EXPORTED = path.join(SITE, '.next', 'export')
/**
 * The file with the pages to render, where Next deletes nothing. A build that is killed leaves it; the next one, which has
 * the lock, writes it anew.
 */
const DUE = path.join(SITE, '.next', 'cache', 'plimsoll-due.json')
const OUTPUT_SHOWN = 4000
/** The number of pages rendered and of all pages, as Next prints them: "Generating static pages (30/120)". */
const PAGES_RENDERED = /Generating static pages.*\((\d+)\/(\d+)\)/

/**
 * Renders all pages of a registry with Next, except those of runs, and returns the directory of the pages. The caller
 * must hold the build lock.
 * @param due the files of lists, projects and editions to make; Next renders all other pages in every build
 * @param onProgress called with the number of pages rendered and the number of all pages, after each quarter
 * @throws RegistryError `build-failed`
 */
export async function exportPages(
  registry: Registry,
  template: Template,
  due: readonly string[],
  onProgress: (done: number, total: number) => unknown,
): Promise<string> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  rmSync(EXPORTED, { recursive: true, force: true })
  mkdirSync(path.dirname(DUE), { recursive: true })
  writeFileSync(DUE, JSON.stringify(pageAddresses(due)))
  const environment = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    [REGISTRY_VARIABLE]: registry.directory,
    [TEMPLATE_VARIABLE]: JSON.stringify(template),
    [DUE_VARIABLE]: DUE,
  }
  const { code, output } = await run(process.execPath, [next, 'build'], environment, (text) => {
    const [, done, total] = PAGES_RENDERED.exec(text) ?? []
    if (total !== undefined) onProgress(Number(done), Number(total))
  })
  if (code !== 0 || !existsSync(path.join(EXPORTED, 'index.html'))) throw failure(output)
  revealInPages(EXPORTED)
  return EXPORTED
}

/** Returns the addresses of the pages among the files of a site, relative to the root. */
function pageAddresses(names: Iterable<string>): string[] {
  return [...names].filter((name) => name.endsWith('.html')).map((name) => name.slice(0, -'.html'.length))
}

/**
 * Replaces the invisible characters in the pages below a directory. `renderStatic` does the same for pages of runs; Next
 * has no place for it.
 */
export function revealInPages(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue
    const file = path.join(directory, name)
    const text = readFileSync(file, 'utf8')
    const revealed = revealForMarkup(text)
    if (revealed !== text) writeFileSync(file, revealed)
  }
}

function failure(output: string): RegistryError {
  const sentence = `Next.js could not build the pages. The end of its output:\n${output.trim().slice(-OUTPUT_SHOWN)}`
  return new RegistryError('build-failed', sentence, EXIT.environment)
}

function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: SITE, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      onOutput(chunk.toString())
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
