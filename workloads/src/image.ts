import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from '@plimsoll/schema'
import { BASE_IMAGE, BUILT_BASE, buildBaseTar } from './base-image.ts'
import type { Params, Workload } from './catalog.ts'
import { dockerfileFor } from './dockerfile.ts'
import { CACHE_LABEL, type ContainerEngine } from './engine.ts'
import { cacheDirectory } from './home.ts'
import { type Kit, stageContext } from './kit.ts'
import { kitDigest } from './kit-parts.ts'
import { fill } from './template.ts'

/** An image in an engine, ready to run. */
export interface ReadyImage {
  /** what to run: the image's id, so that no name can mean something else */
  reference: string
  record: Image
}

const CACHED = { [CACHE_LABEL]: 'image' }

/**
 * Make sure a workload's image is in an engine. Where another engine has it already it is carried over,
 * so that both run the very same image; else it is built from the kit.
 */
export async function ensureImage(
  workload: Workload,
  params: Params,
  kit: Kit,
  engine: ContainerEngine,
  others: ContainerEngine[],
  say: (line: string) => void,
): Promise<ReadyImage> {
  const tag = imageTag(workload, params)
  const wanted = await firstIdIn(others, tag)
  let id = await engine.imageId(tag)
  if (wanted && id !== wanted.id) {
    say(`Copying the image ${tag} from ${wanted.engine.product} to ${engine.product}`)
    await carry(wanted.engine, engine, tag)
    id = await engine.imageId(tag)
  }
  if (!id) {
    say(`Building the image ${tag} in ${engine.product}`)
    await build(workload, params, kit, engine, tag, say)
    id = await engine.imageId(tag)
  }
  if (!id) throw new Error(`${engine.id} has no image ${tag} after building it`)
  const record: Image = {
    name: tag,
    engine: engine.id,
    digest: id,
    origin: 'built',
    packagesDigest: await packagesDigest(engine, id),
  }
  return { reference: id, record }
}

/** The tag names what the image is made of: other inputs, another tag. */
function imageTag(workload: Workload, params: Params): string {
  const hash = createHash('sha256')
    .update(BASE_IMAGE)
    .update(dockerfileFor(targetOf(workload, params)))
  for (const part of workload.kit) hash.update(kitDigest(fill(part, params)))
  const words = Object.values(workload.image.arguments).map((value) => fill(value, params))
  return `plimsoll/${targetOf(workload, params)}:${words.join('-') || 'default'}-${hash.digest('hex').slice(0, 12)}`
}

async function build(
  workload: Workload,
  params: Params,
  kit: Kit,
  engine: ContainerEngine,
  tag: string,
  say: (line: string) => void,
): Promise<void> {
  const base = await ensureBase(engine, say)
  const parts = workload.kit.map((part) => fill(part, params))
  const context = stageContext(kit, parts, dockerfileFor(targetOf(workload, params)))
  try {
    const args = Object.fromEntries(
      Object.entries(workload.image.arguments).map(([name, value]) => [name, fill(value, params)]),
    )
    await engine.buildImage({
      context,
      target: targetOf(workload, params),
      tag,
      arguments: { BASE: base, ...args },
      labels: CACHED,
    })
  } finally {
    rmSync(context, { recursive: true, force: true })
  }
}

function targetOf(workload: Workload, params: Params): string {
  return fill(workload.image.target, params)
}

async function ensureBase(engine: ContainerEngine, say: (line: string) => void): Promise<string> {
  if (await engine.imageId(BASE_IMAGE)) return BASE_IMAGE
  if (await engine.imageId(BUILT_BASE)) return BUILT_BASE
  say(`Pulling ${BASE_IMAGE.split('@')[0]}`)
  if (await engine.pullImage(BASE_IMAGE)) return BASE_IMAGE
  await engine.importImage(await buildBaseTar(engine.architecture, say), BUILT_BASE, CACHED)
  return BUILT_BASE
}

async function carry(from: ContainerEngine, to: ContainerEngine, tag: string): Promise<void> {
  const scratch = mkdtempSync(join(cacheDirectory(), 'image-'))
  try {
    const tar = join(scratch, 'image.tar')
    await from.saveImage(tag, tar)
    if (existsSync(tar)) await to.loadImage(tar)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function firstIdIn(
  engines: ContainerEngine[],
  tag: string,
): Promise<{ engine: ContainerEngine; id: string } | null> {
  for (const engine of engines) {
    const id = await engine.imageId(tag)
    if (id) return { engine, id }
  }
  return null
}

/** SHA-256 of the sorted `package version` lines of Debian's package database in the image. */
async function packagesDigest(engine: ContainerEngine, image: string): Promise<string | null> {
  const status = await engine.readImageFile(image, '/var/lib/dpkg/status', CACHED)
  if (status === null) return null
  const lines = status
    .split('\n\n')
    .filter((entry) => /^Status: .* installed$/m.test(entry))
    .map((entry) => `${/^Package: (.*)$/m.exec(entry)?.[1]} ${/^Version: (.*)$/m.exec(entry)?.[1]}`)
    .sort()
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
