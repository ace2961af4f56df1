import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { EXIT, RegistryError } from '../errors.ts'

const SITE = path.join(import.meta.dirname, '..', '..')
const SCHEMA = path.join(SITE, 'prisma', 'schema.prisma')
const GENERATED = path.join(SITE, 'generated', 'prisma')
const STAMP = path.join(GENERATED, 'made-from')

/**
 * Generates the Prisma client if the client is missing, or was generated from another schema or by another version of
 * Prisma.
 */
export async function ensurePrismaClient(): Promise<void> {
  const manifest = prismaManifest()
  // An installed package contains the client, but not the Prisma CLI that could generate it.
  if (manifest === null && existsSync(STAMP)) return
  if (manifest === null) {
    throw new RegistryError('client-not-generated', 'Prisma is not installed. Run npm ci.', EXIT.environment)
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const stamp = createHash('sha256').update(version).update(readFileSync(SCHEMA)).digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  const command = path.join(path.dirname(manifest), 'build', 'index.js')
  try {
    await promisify(execFile)(process.execPath, [command, 'generate', '--schema', SCHEMA], {
      cwd: SITE,
      env: environment(),
    })
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new RegistryError(
      'client-not-generated',
      `Prisma could not generate the client for site/prisma/schema.prisma: ${stderr?.trim() || String(error)}`,
      EXIT.environment,
    )
  }
  writeFileSync(STAMP, stamp)
}

function prismaManifest(): string | null {
  try {
    return createRequire(import.meta.url).resolve('prisma/package.json')
  } catch {
    return null
  }
}

/**
 * The environment for generating the client. Generating needs no schema engine, but Prisma downloads one unless a path
 * to any program is configured.
 */
function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  }
}

if (import.meta.main) await ensurePrismaClient()
