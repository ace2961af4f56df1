// Images for the agent's tests, made without a registry. Each contains no shell and only one program.
import { execFile, spawn } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, realpath } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach } from 'vitest'
import { buildProgram } from '../build.ts'
import { call, type Result } from './run-agent.ts'

const run = promisify(execFile)
const processor = process.arch === 'arm64' ? 'aarch64' : 'x86_64'

/**
 * The label of everything that a test file creates in the engine. The file finds what it must remove by this label, and
 * leaves what another file uses meanwhile.
 */
export const LABEL = `plimsoll.test=agent-${process.pid}`

/** Makes a directory with the probe (a small test program) and all that it needs. */
export async function scratchTree(parent: string): Promise<string> {
  const tree = await mkdtemp(path.join(parent, 'scratch-'))
  await compileInto(tree, 'test/probe.c', 'probe')
  return tree
}

/**
 * Whether programs of `compileInto` are static. In `npm test` they are not, because the compiler takes 20 s of processor
 * time for a static C library.
 */
export const IS_STATIC = process.platform !== 'linux' || process.env.PLIMSOLL_TEST === 'full'

/**
 * Compiles a program into a directory, so that an image of the directory can run it. A program that is not static has
 * this machine's C library beside it.
 * @param file the path of the program in the directory
 */
export async function compileInto(tree: string, source: string, file: string): Promise<void> {
  if (!IS_STATIC) return linkToGlibc(tree, source, file)
  await mkdir(path.dirname(path.join(tree, file)), { recursive: true })
  await buildProgram(source, path.join(tree, file), ['-target', `${processor}-linux-musl`])
}

/** As `compileInto`, with this machine's loader and C library, as ldd names them. */
async function linkToGlibc(tree: string, source: string, file: string): Promise<void> {
  const program = path.join(tree, file)
  await mkdir(path.dirname(program), { recursive: true })
  await buildProgram(source, program, ['-target', `${processor}-linux-gnu`])
  const { stdout } = await run('ldd', [program])
  for (const [library] of stdout.matchAll(/\/\S+/g)) {
    await cp(library, path.join(tree, library), { dereference: true })
  }
}

/**
 * Makes a directory with the probe (a small test program), dynamically linked against musl, and musl's loader. The
 * loader is also musl's C library. If this machine has no such loader, it comes from Debian's package `musl`. Undefined
 * if no loader can be found.
 */
export async function muslTree(parent: string): Promise<string | undefined> {
  const tree = await mkdtemp(path.join(parent, 'musl-'))
  const loader = `/lib/ld-musl-${processor}.so.1`
  const found = await realpath(loader).catch(() => muslPackage(parent))
  if (!found) return undefined
  await mkdir(path.join(tree, 'lib'))
  await copyFile(found, path.join(tree, loader))
  await buildProgram('test/probe.c', path.join(tree, 'probe'), ['-target', `${processor}-linux-musl`, '-dynamic'])
  return tree
}

async function muslPackage(parent: string): Promise<string | undefined> {
  const directory = await mkdtemp(path.join(parent, 'package-'))
  try {
    await run('sh', ['-c', 'apt-get download -q musl && dpkg -x musl_*.deb .'], { cwd: directory })
    return await realpath(path.join(directory, `usr/lib/${processor}-linux-musl/libc.so`)).catch(() =>
      realpath(path.join(directory, `lib/${processor}-linux-musl/libc.so`)),
    )
  } catch {
    return undefined
  }
}

/** Makes a directory with the probe (a small test program), dynamically linked against glibc, and glibc. */
export async function glibcTree(parent: string): Promise<string> {
  const tree = await mkdtemp(path.join(parent, 'glibc-'))
  await linkToGlibc(tree, 'test/probe.c', 'probe')
  return tree
}

/** Runs the engine's client and returns its standard output, trimmed. */
export async function docker(...args: string[]): Promise<string> {
  return (await run('docker', args)).stdout.trim()
}

/** Makes an image of a directory and returns the image's id. `changes` are Dockerfile instructions. */
export async function importImage(tree: string, ...changes: string[]): Promise<string> {
  const options = [`LABEL ${LABEL}`, ...changes].flatMap((change) => ['--change', change])
  const tar = spawn('tar', ['-C', tree, '-c', '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const child = execFile('docker', ['import', ...options, '-'])
  tar.stdout.pipe(child.stdin as NodeJS.WritableStream)
  let id = ''
  child.stdout?.on('data', (text) => {
    id += text
  })
  await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(id) : reject(new Error(`docker import ended with ${code}`))))
  })
  return id.trim()
}

/**
 * Makes a volume that holds the agent. A container that never starts fills the volume, so the image needs no shell, no
 * C library and no user. The volume works in any container that mounts it read-only at /.plimsoll.
 */
export async function agentVolume(image: string, binary: string): Promise<string> {
  const volume = await docker('volume', 'create', '--label', LABEL)
  const filler = await docker('create', '--label', LABEL, '-v', `${volume}:/.plimsoll`, image, '/.plimsoll/agent')
  await docker('cp', binary, `${filler}:/.plimsoll/agent`)
  await docker('rm', filler)
  return volume
}

/**
 * Runs the agent of a volume as the entry point of a new container. The agent is process 1, in the image's user and
 * environment. `options` are options of `docker run`.
 */
export function runAgentIn(volume: string, image: string, args: string[], options: string[] = []): Promise<Result> {
  const mount = ['--volume', `${volume}:/.plimsoll:ro`, '--entrypoint', '/.plimsoll/agent']
  const container = ['run', '--rm', '--label', LABEL, '--network', 'none', ...mount, ...options]
  return call('docker', [...container, image, ...args])
}

/**
 * Skips the tests of a file if Docker does not answer, which is an error in continuous integration. Removes at the end
 * what the file has created in the engine.
 * @returns whether Docker answers
 */
export async function requireDocker(): Promise<boolean> {
  const answers = await docker('version').then(
    () => true,
    () => false,
  )
  if (!answers && process.env.CI === 'true')
    throw new Error('Docker does not answer: start it, the agent is to be tested in containers.')
  beforeEach((context) => {
    if (!answers) context.skip('Docker does not answer: start it to test the agent in containers.')
  })
  afterAll(() => (answers ? removeLabelled() : undefined))
  return answers
}

/** Removes everything that carries the label `LABEL`. */
async function removeLabelled(): Promise<void> {
  const filter = ['--quiet', '--filter', `label=${LABEL}`]
  const remove = async (list: string[], command: string[]) => {
    const ids = (await docker(...list, ...filter)).split('\n').filter(Boolean)
    if (ids.length > 0) await docker(...command, ...ids)
  }
  await remove(['ps', '--all'], ['rm', '--force'])
  await remove(['volume', 'ls'], ['volume', 'rm'])
  await remove(['image', 'ls', '--all'], ['image', 'rm', '--force'])
}
