import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { registryName } from '@plimsoll/schema'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { DEFAULT_MIRROR_URL, getTrustedRoot } from '@sigstore/tuf'
import { toTrustMaterial, Verifier } from '@sigstore/verify'
import { RegistryError } from '../errors.ts'
import { replaceFile } from '../store/durable-files.ts'
import type { Registry } from '../store/registry.ts'
import { sha256 } from '../store/sha256.ts'
import { RELEASED, type ReleasedWorkflow } from './levels.ts'
import type { TrustedInstance } from './verify-bundle.ts'

/** What a registry needs to know to check a signature. */
export interface Trust {
  instances: readonly TrustedInstance[]
  /** The names of the registry, as `registryName` returns them: a run that was signed for another one is refused. */
  names: readonly string[]
  released: ReleasedWorkflow
}

/** The file with the names of a registry, one per line. */
function namesFile({ directory }: Registry): string {
  return path.join(directory, 'addresses.txt')
}

/**
 * The file with the trusted roots of the Sigstore instances that a registry trusts, one JSON object per line, as `gh
 * attestation trusted-root` prints them. Without it, the registry trusts the public instance.
 */
function rootsFile({ directory }: Registry): string {
  return path.join(directory, 'trusted-root.jsonl')
}

/** The cache of The Update Framework, from which the public instance's root is refreshed. */
function cacheOf({ directory }: Registry): string {
  return path.join(directory, '.sigstore')
}

function refreshedFile(registry: Registry): string {
  return path.join(cacheOf(registry), new URL(DEFAULT_MIRROR_URL).host, 'targets', 'trusted_root.json')
}

function trustFiles(registry: Registry): [names: string, own: string, refreshed: string] {
  return [namesFile(registry), rootsFile(registry), refreshedFile(registry)]
}

/** Returns a digest of the files that say what a registry trusts. With other files, a bundle may prove something else. */
export function trustDigest(registry: Registry): string {
  return sha256(
    JSON.stringify(trustFiles(registry).map((file) => (isReadable(file) ? readFileSync(file, 'utf8') : null))),
  )
}

/** The maximum size of a file with trusted roots or addresses, in bytes. */
const MAX_BYTES = 1_000_000

/**
 * Whether a file can be read to its end. Who gives away a copy of a registry may have put a pipe or a device in its place.
 */
function isReadable(file: string): boolean {
  const status = statSync(file, { throwIfNoEntry: false })
  return status?.isFile() === true && status.size <= MAX_BYTES
}

/** The trust of the registries that were read, with the state of their files. */
const cached = new Map<string, { state: string; trust: Trust }>()

/**
 * Returns what a registry trusts. Reads its files again only if they changed.
 * @throws RegistryError `bad-trusted-root`, `bad-addresses`
 */
export function trustOf(registry: Registry): Trust {
  const files = trustFiles(registry)
  const state = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0).join(' ')
  const known = cached.get(registry.directory)
  if (known?.state === state) return known.trust
  const [, own, refreshed] = files
  const instances = existsSync(own)
    ? readInstances(own)
    : existsSync(refreshed)
      ? readInstances(refreshed)
      : [toInstance(shippedRoot())]
  const trust = { instances, names: readNames(registry), released: RELEASED }
  cached.set(registry.directory, { state, trust })
  return trust
}

/** Returns the names of a registry; none if it has no file for them. */
export function readNames(registry: Registry): string[] {
  const file = namesFile(registry)
  if (!existsSync(file)) return []
  if (!isReadable(file))
    throw new RegistryError(
      'bad-addresses',
      `'${file}' is not a small regular file. Write the addresses into it, one per line.`,
    )
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(registryName)
}

/** Adds a name to those of a registry, durably. Runs that were signed for an earlier name stay valid. */
export function addName(registry: Registry, address: string): void {
  if (readNames(registry).includes(registryName(address))) return
  const file = namesFile(registry)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  replaceFile(file, Buffer.from(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${registryName(address)}\n`))
}

/**
 * Returns the Sigstore instances of a file: one trusted root, or one per line.
 * @throws RegistryError `bad-trusted-root`
 */
export function readInstances(file: string): TrustedInstance[] {
  try {
    if (!isReadable(file)) throw new Error('it is not a small regular file')
    const text = readFileSync(file, 'utf8').trim()
    const roots = isJson(text) ? [text] : text.split('\n').filter((line) => line.trim() !== '')
    if (roots.length === 0) throw new Error('it is empty')
    return roots.map((root) => toInstance(JSON.parse(root)))
  } catch (error) {
    const sentence = `'${file}' has no trusted root of a Sigstore instance (${reasonOf(error)}). Get one with: gh attestation trusted-root > trusted-root.jsonl`
    throw new RegistryError('bad-trusted-root', sentence)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof TypeError ? 'a part of it is missing' : (error as Error).message
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the instance with this trusted root, which is JSON of `@sigstore/protobuf-specs`. Throws for anything else. */
export function toInstance(json: unknown): TrustedInstance {
  const root = TrustedRoot.fromJSON(json)
  if (root.certificateAuthorities.length === 0) throw new Error('it has no certificate authority')
  const verifier = new Verifier(toTrustMaterial(root), {
    ctlogThreshold: root.ctlogs.length > 0 ? 1 : 0,
    tlogThreshold: root.tlogs.length > 0 ? 1 : 0,
    timestampThreshold: 1,
  })
  const logs = root.tlogs.map(({ baseUrl, logId, checkpointKeyId }): [string, string] => [
    ((checkpointKeyId ?? logId)?.keyId ?? Buffer.alloc(0)).toString('base64'),
    baseUrl,
  ])
  return { verifier, logs: new Map(logs) }
}

/**
 * Returns what to check another person's registry with: its names, and the trusted roots of a file; without a file, those of the
 * registry's own file, or the root of the public instance that ships with Plimsoll. A root that was fetched into the registry is
 * not used, because the giver of a copy may have written it.
 * @param file the file with trusted roots
 * @returns also whether the roots are those of the registry itself
 * @throws RegistryError `bad-trusted-root`, `bad-addresses`
 */
export function trustToVerify(registry: Registry, file?: string): { trust: Trust; areItsOwn: boolean } {
  const own = rootsFile(registry)
  const areItsOwn = file === undefined && existsSync(own)
  const chosen = file ?? (areItsOwn ? own : undefined)
  const instances = chosen === undefined ? [toInstance(shippedRoot())] : readInstances(chosen)
  return { trust: { instances, names: readNames(registry), released: RELEASED }, areItsOwn }
}

/** Returns the public instance's root that `@sigstore/tuf` ships. */
function shippedRoot(): unknown {
  const seeds = createRequire(import.meta.url)('@sigstore/tuf/seeds.json') as Record<
    string,
    { targets: Record<string, string> }
  >
  const root = seeds[DEFAULT_MIRROR_URL]?.targets['trusted_root.json'] ?? ''
  return JSON.parse(Buffer.from(root, 'base64').toString('utf8'))
}

/** The time after which the public instance's root is fetched again, in ms. */
const MAX_AGE_MS = 24 * 3_600_000
const TIMEOUT_MS = 5000

/**
 * Fetches the public instance's root (The Update Framework verifies it), unless this was done today or the registry has
 * roots of its own.
 * @returns why it could not be fetched, as the end of a sentence; null otherwise. The last root stays.
 */
export async function refreshTrust(registry: Registry): Promise<string | null> {
  const stamp = path.join(path.dirname(path.dirname(refreshedFile(registry))), 'timestamp.json')
  const age = Date.now() - (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (existsSync(rootsFile(registry)) || age < MAX_AGE_MS) return null
  const hadRoot = existsSync(refreshedFile(registry))
  try {
    await getTrustedRoot({ cachePath: cacheOf(registry), timeout: TIMEOUT_MS, retry: 0 })
    return null
  } catch (error) {
    // The library keeps the root that it ships. A later release may ship a newer one.
    if (!hadRoot) rmSync(cacheOf(registry), { recursive: true, force: true })
    return (error as Error).message
  }
}
