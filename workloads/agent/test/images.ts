// Images made from nothing for the agent's tests: no registry, no shell, one program each.
import { execFile, spawn } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, realpath } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildProgram } from '../build.ts'
import { call, type Result } from './run-agent.ts'

const run = promisify(execFile)
const processor = process.arch === 'arm64' ? 'aarch64' : 'x86_64'

/** Everything the tests make in the engine carries it and is removed by it. */
export const LABEL = 'plimsoll.test=agent'

/** A tree with the probe, statically linked, and nothing else: what `FROM scratch` with one COPY gives. */
export async function scratchTree(parent: string): Promise<string> {
  const tree = await mkdtemp(path.join(parent, 'scratch-'))
  await buildProgram('test/probe.c', path.join(tree, 'probe'), ['-target', `${processor}-linux-musl`])
  return tree
}

/**
 * The probe dynamically linked against musl, with musl's loader, which is its C library too, from Debian's package
 * `musl` where the machine has no loader of its own. Undefined: there is none to be had.
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
    await run('sh', ['-c', 'apt-get download -q musl && dpkg -x musl_*.deb .'], { cwd: directory, timeout: 60_000 })
    return await realpath(path.join(directory, `usr/lib/${processor}-linux-musl/libc.so`)).catch(() =>
      realpath(path.join(directory, `lib/${processor}-linux-musl/libc.so`)),
    )
  } catch {
    return undefined
  }
}

/** The probe dynamically linked against glibc, with this machine's loader and C library, as ldd names them. */
export async function glibcTree(parent: string): Promise<string> {
  const tree = await mkdtemp(path.join(parent, 'glibc-'))
  const probe = path.join(tree, 'probe')
  await buildProgram('test/probe.c', probe, ['-target', `${processor}-linux-gnu`])
  const { stdout } = await run('ldd', [probe])
  for (const [library] of stdout.matchAll(/\/\S+/g)) {
    await cp(library, path.join(tree, library), { dereference: true })
  }
  return tree
}

/** Runs the engine's client and returns its standard output, trimmed. */
export async function docker(...args: string[]): Promise<string> {
  return (await run('docker', args)).stdout.trim()
}

/** Makes an image of a tree; `changes` are Dockerfile instructions. Returns its id. */
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
 * A volume that holds the agent. It is filled through a container that never starts, so the image needs no shell, no
 * C library and no user; mounted read-only at /.plimsoll it works in any container.
 */
export async function agentVolume(image: string, binary: string): Promise<string> {
  const volume = await docker('volume', 'create', '--label', LABEL)
  const filler = await docker('create', '--label', LABEL, '-v', `${volume}:/.plimsoll`, image, '/.plimsoll/agent')
  await docker('cp', binary, `${filler}:/.plimsoll/agent`)
  await docker('rm', filler)
  return volume
}

/**
 * Runs the agent of a volume as the entry point of a fresh container: process 1, in the image's user and environment.
 * `options` are those of `docker run`.
 */
export function runAgentIn(volume: string, image: string, args: string[], options: string[] = []): Promise<Result> {
  const mount = ['--volume', `${volume}:/.plimsoll:ro`, '--entrypoint', '/.plimsoll/agent']
  const container = ['run', '--rm', '--label', LABEL, '--network', 'none', ...mount, ...options]
  return call('docker', [...container, image, ...args])
}

/** Removes all that carries the label. */
export async function removeLabelled(): Promise<void> {
  const filter = ['--quiet', '--filter', `label=${LABEL}`]
  const remove = async (list: string[], command: string[]) => {
    const ids = (await docker(...list, ...filter)).split('\n').filter(Boolean)
    if (ids.length > 0) await docker(...command, ...ids)
  }
  await remove(['ps', '--all'], ['rm', '--force'])
  await remove(['volume', 'ls'], ['volume', 'rm'])
  await remove(['image', 'ls', '--all'], ['image', 'rm', '--force'])
}
