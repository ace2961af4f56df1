import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensurePrismaClient } from '../src/store/generate-prisma-client.ts'
import { addSigned, addStatements, allBytes } from './documents.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the site that the page tests share, without a slash at its end. */
    origin: string
    /** The directory of the registry from which the site was built, and that of the site. */
    registryDirectory: string
    siteDirectory: string
  }
}

/** Builds the site that the page tests share, and serves it until these tests have ended. */
export async function setup(project: TestProject): Promise<() => void> {
  // Reading the index needs the generated Prisma client, which a fresh clone does not have.
  await ensurePrismaClient()
  const [{ buildSite }, { listen }, { createSiteServer }, { importDocument }, { openRegistry }] = await Promise.all([
    import('../src/site-build/build-site.ts'),
    import('../src/server/listen.ts'),
    import('../src/server/site-files.ts'),
    import('../src/store/import.ts'),
    import('../src/store/registry.ts'),
  ])
  const directory = mkdtempSync(path.join(tmpdir(), 'plimsoll-site-'))
  const registry = openRegistry(path.join(directory, 'registry'))
  for (const bytes of allBytes()) importDocument(registry, bytes)
  addStatements(registry)
  await addSigned(registry)
  const out = path.join(directory, 'out')
  await buildSite(registry, out, () => {})
  project.provide('registryDirectory', registry.directory)
  project.provide('siteDirectory', out)
  const server = createSiteServer(out)
  project.provide('origin', `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`)
  return () => {
    void server.close()
    server.server.closeAllConnections()
    rmSync(directory, { recursive: true, force: true })
  }
}
