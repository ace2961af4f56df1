// Builds the agent's four binaries: `node build.ts [--out DIR]`.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'

const run = promisify(execFile)
const here = import.meta.dirname
const repository = path.resolve(here, '../..')

/** The version of Zig. Another version makes other bytes from the same source. */
const ZIG = '0.17.0'
const SOURCES = [
  ...[
    'agent',
    'run',
    'options',
    'timer',
    'orphans',
    'lookup',
    'place',
    'walk',
    'describe',
    'inspect',
    'namespaces',
    'json',
  ],
  ...['work', 'metadata', 'record', 'write', 'sweep', 'copy_up', 'tree', 'cpu', 'network'],
  ...['hold', 'memory', 'watch', 'event', 'clock', 'lines', 'signals'],
]
/**
 * The compiler's flags. They keep everything that differs between two builds out of the binaries: debug data, paths and
 * times.
 */
const FLAGS = [
  ...['-std=c11', '-Wall', '-Wextra', '-Werror', '-Os', '-s', '-g0'],
  ...['-ffunction-sections', '-fdata-sections', '-fno-unwind-tables', '-fno-asynchronous-unwind-tables'],
  '-Wl,--gc-sections',
]
/**
 * Only Linux binaries are optimised across files, because Zig's own linker for Mach-O (macOS) cannot do that. On macOS,
 * spare room in the header would cost a page of 16 KiB.
 */
const LINUX = ['-D_GNU_SOURCE', '-flto']
const MACOS = ['-D_DARWIN_C_SOURCE', '-Wl,-headerpad,0']

const TARGETS = [
  { name: 'plimsoll-agent-linux-x64', target: 'x86_64-linux-musl', flags: LINUX },
  { name: 'plimsoll-agent-linux-arm64', target: 'aarch64-linux-musl', flags: LINUX },
  { name: 'plimsoll-agent-macos-x64', target: 'x86_64-macos.13.0', flags: MACOS },
  { name: 'plimsoll-agent-macos-arm64', target: 'aarch64-macos.13.0', flags: MACOS },
]

/**
 * Compiles the four binaries into a directory and returns their names. Creates the directory if it does not exist. The
 * binaries have the same bytes on every machine. Throws an Error with a message for the user.
 */
export async function buildAgents(outDirectory: string): Promise<string[]> {
  await mkdir(outDirectory, { recursive: true })
  for (const { name, target, flags } of TARGETS) {
    const file = path.join(path.resolve(outDirectory), name)
    const sources = SOURCES.map((source) => `${source}.c`)
    await zig(['cc', '-target', target, ...FLAGS, ...flags, '-o', file, ...sources])
    await chmod(file, 0o755)
  }
  return TARGETS.map(({ name }) => name)
}

/**
 * Compiles one C file of this folder: a program for tests. The program is for this machine, unless the compiler's
 * `extra` arguments name another target. A source that was compiled before is copied from a cache, because the compiler
 * takes seconds. Throws an Error with a message for the user.
 */
export async function buildProgram(source: string, outFile: string, extra: string[] = []): Promise<void> {
  const text = await readFile(path.resolve(here, source), 'utf8')
  const key = createHash('sha256')
    .update(JSON.stringify([ZIG, extra, text]))
    .digest('hex')
  const cached = path.join(repository, '.cache/programs', key)
  if (!existsSync(cached)) {
    await mkdir(path.dirname(cached), { recursive: true })
    // Several test files may compile at once, so the file gets its name when it is complete.
    const unfinished = `${cached}.${process.pid}`
    await zig(['cc', '-Os', '-s', ...extra, '-o', unfinished, source])
    await rename(unfinished, cached)
  }
  await copyFile(cached, path.resolve(outFile))
}

/** The path of the committed binary for this machine, or for Linux (in a container) on the same kind of processor. */
export function agentBinary(system: 'linux' | 'macos' = process.platform === 'darwin' ? 'macos' : 'linux'): string {
  return path.join(here, 'bin', `plimsoll-agent-${system}-${process.arch}`)
}

async function zig(args: string[]): Promise<string> {
  const python = process.env.PLIMSOLL_PYTHON ?? path.join(repository, '.cache/python/bin/python3')
  if (!existsSync(python)) {
    throw new Error(
      `There is no Python with Zig at ${python}: run \`python3 -m venv .cache/python && .cache/python/bin/pip install ziglang==${ZIG}\` in the repository, or name one in PLIMSOLL_PYTHON.`,
    )
  }
  // Zig's own cache of C libraries belongs to the user, so another clone does not compile these libraries again.
  const env = { ...process.env, ZIG_LOCAL_CACHE_DIR: path.join(repository, '.cache/zig') }
  await assertVersion(python)
  const { stdout } = await run(python, ['-m', 'ziglang', ...args], { cwd: here, env })
  return stdout
}

async function assertVersion(python: string): Promise<void> {
  const { stdout } = await run(python, ['-m', 'ziglang', 'version']).catch(() => ({ stdout: 'none' }))
  if (stdout.trim() !== ZIG) {
    throw new Error(
      `The agent is built by Zig ${ZIG}, and ${python} has ${stdout.trim()}: install ziglang==${ZIG} there.`,
    )
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: path.join(here, 'bin') } } })
  try {
    const names = await buildAgents(values.out)
    console.log(names.map((name) => path.join(values.out, name)).join('\n'))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 3
  }
}
