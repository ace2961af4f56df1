import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { cacheDirectory } from '../cleanup/plimsoll-home.ts'
import { inTemporaryDirectory } from '../cleanup/temporary-directory.ts'
import { withErrorLines } from '../error-lines.ts'
import { Problem } from '../problem.ts'
import { describeEnd } from '../process-end.ts'
import { agentBinary } from '../sample/agent.ts'
import { partFolder, toolchainDigest } from './toolchain-digest.ts'

/**
 * The programs and data that every execution target (host, VM or container) uses: Node, npm and the npm caches. They
 * are fetched once through the user's own npm configuration, and pinned by lock files. The image contains a copy, and
 * the host uses the toolchain in place, so both have the same bytes.
 */
export interface Toolchain {
  /** The directory that contains node/, npm/ and npm-ci/<size>/. */
  directory: string
}

const NODE = 'node-linux'
/**
 * The host name in the `resolved` fields of the copied lock file. npm finds packages in the cache by integrity, and
 * never contacts that host.
 */
const NO_HOST = 'https://registry.invalid'

/**
 * Ensures that the named parts are in the toolchain of a platform.
 * @param parts for example `node` or `npm-ci/small`; `node` must precede parts that need Node for fetching
 * @throws Problem (3) if npm or the package registry cannot be reached
 */
export async function prepareToolchain(
  parts: string[],
  architecture: 'x64' | 'arm64',
  say: (line: string) => void,
): Promise<Toolchain> {
  const directory = join(cacheDirectory(), 'toolchain', `linux-${architecture}-${toolchainDigest('node').slice(7, 19)}`)
  mkdirSync(directory, { recursive: true })
  const hostNode = process.execPath
  for (const part of parts) {
    const mark = `${part.replace('/', '-')}.${toolchainDigest(part).slice(7, 19)}.complete`
    if (existsSync(join(directory, mark))) continue
    removeMarks(part, directory)
    if (part !== 'agent') say(`Fetching ${part} (once; kept in the cache)`)
    await inTemporaryDirectory(async (scratch) => {
      if (part === 'agent') copyFileSync(agentBinary('linux', architecture), join(directory, 'agent'))
      else if (part === 'node') await fetchNode(scratch, directory, architecture)
      else await fetchPackages(part, scratch, directory, hostNode)
    })
    writeFileSync(join(directory, mark), '')
  }
  return { directory }
}

/** The Node version that the work uses on the host, in VMs and in containers. */
function nodeVersion(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(join(partFolder('node'), 'package.json'), 'utf8'))
  return String(optionalDependencies[`${NODE}-x64`])
}

/**
 * The toolchain for work on the host. Linux runs the same Node as the image. Other systems use the host's Node if it
 * has exactly the same version, because the package registry has no Node build for every Mac.
 * @returns a directory, or the reason why there is none and what to do about it
 */
export function hostToolchain(toolchain: Toolchain, parts: string[]): { directory: string } | { unsupported: string } {
  if (process.platform === 'linux' || !parts.includes('node')) return { directory: toolchain.directory }
  if (process.versions.node !== nodeVersion()) {
    return {
      unsupported: `native needs Node ${nodeVersion()}, the version in the image, but this is Node ${process.versions.node}: run plimsoll with Node ${nodeVersion()}`,
    }
  }
  const directory = `${toolchain.directory}-host`
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(join(directory, 'node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(directory, 'node/bin/node'))
  for (const part of ['npm', 'npm-ci']) symlinkSync(join(toolchain.directory, part), join(directory, part))
  return { directory }
}

/** The directories of the toolchain that contain the given parts. */
export function partDirectories(parts: string[]): string[] {
  return parts.flatMap((part) => (part === 'node' ? ['node', 'npm'] : [part]))
}

/** Copies the parts and the Dockerfile of an image into an empty build context. */
export function stageContext(context: string, toolchain: Toolchain, parts: string[], dockerfile: string): void {
  writeFileSync(join(context, 'Dockerfile'), dockerfile)
  for (const part of partDirectories(parts)) {
    cpSync(join(toolchain.directory, part), join(context, part), { recursive: true, mode: 2 /* COPYFILE_FICLONE */ })
  }
}

/**
 * Removes the marks of other versions for a part, before the part is overwritten. A mark says that a part is complete.
 * Versions with other lock files share the folder, and each part exists only once.
 */
function removeMarks(part: string, directory: string): void {
  const marks = readdirSync(directory).filter((name) => name.startsWith(`${part.replace('/', '-')}.`))
  for (const name of marks.filter((name) => name.endsWith('.complete'))) rmSync(join(directory, name))
}

async function fetchNode(scratch: string, toolchain: string, architecture: string): Promise<void> {
  const node = `${NODE}-${architecture}`
  copyLock('node', scratch)
  await npm('npm', [], ['ci', `--os=linux`, `--cpu=${architecture}`], scratch)
  const modules = join(scratch, 'node_modules')
  if (!existsSync(join(modules, node)))
    throw new Problem(3, `npm did not install ${node}. Remove the directory ${toolchain} and try again.`)
  mkdirSync(join(scratch, 'node/bin'), { recursive: true })
  copyFileSync(join(modules, node, 'bin/node'), join(scratch, 'node/bin/node'))
  copyFileSync(join(modules, node, 'LICENSE'), join(scratch, 'node/LICENSE'))
  chmodSync(join(scratch, 'node/bin/node'), 0o755)
  put(join(scratch, 'node'), join(toolchain, 'node'))
  put(join(modules, 'npm'), join(toolchain, 'npm'))
}

/**
 * Lets the toolchain's npm fill a cache from the lock file. Keeps only the packages, by content, because the bytes of
 * the packages are the same on every machine.
 */
async function fetchPackages(part: string, scratch: string, toolchain: string, node: string): Promise<void> {
  copyLock(part, scratch)
  const full = join(scratch, 'full')
  await npm(
    node,
    [join(toolchain, 'npm/bin/npm-cli.js')],
    ['ci', '--os=linux', '--cpu=x64', '--libc=glibc', `--cache=${full}`],
    scratch,
  )

  const lock = JSON.parse(readFileSync(join(scratch, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const result = join(scratch, 'result')
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const [algorithm, digest] = (entry.integrity ?? '').split('-')
    if (algorithm !== 'sha512' || !digest)
      throw new Problem(2, `The package-lock.json of ${part} has no sha512 for ${path}.`)
    entry.resolved = `${NO_HOST}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`
    const hex = Buffer.from(digest, 'base64').toString('hex')
    const content = join('_cacache/content-v2/sha512', hex.slice(0, 2), hex.slice(2, 4), hex.slice(4))
    if (!existsSync(join(full, content))) {
      // The package is for another system, or is an optional peer dependency that is not needed.
      if (entry.optional) continue
      throw new Problem(3, `npm did not fetch ${path}. Try again.`)
    }
    mkdirSync(dirname(join(result, 'cache', content)), { recursive: true })
    copyFileSync(join(full, content), join(result, 'cache', content))
  }
  mkdirSync(join(result, 'project'))
  copyFileSync(join(scratch, 'package.json'), join(result, 'project/package.json'))
  writeFileSync(join(result, 'project/package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
  put(result, join(toolchain, part))
}

interface LockedPackage {
  name?: string
  version: string
  integrity?: string
  resolved?: string
  optional?: boolean
}

async function npm(command: string, before: string[], args: string[], cwd: string): Promise<void> {
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--no-update-notifier',
    '--loglevel=error',
  ]
  const result = await execa(command, [...before, ...args, ...flags], {
    cwd,
    reject: false,
    stdin: 'ignore',
    all: true,
    timeout: 600_000,
  })
  if (result.failed) {
    const sentence = "npm could not fetch the workload's packages. Check that `npm ping` works, then try again."
    throw new Problem(3, withErrorLines(sentence, result.all || describeEnd(result)), { cause: result })
  }
}

function copyLock(part: string, to: string): void {
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(partFolder(part), name), join(to, name))
}

function put(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}
