import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROUNDING_MS } from '../server/run-state.ts'
import { inputsOfSite } from '../site-build/inputs.ts'
import { writeManifest } from '../site-build/manifest.ts'
import type { Registry } from '../store/registry.ts'

/** Makes a site of one page, as if it had been built from a registry as it is now. For tests only. */
export function makeOnePageSite(out: string, registry: Registry, baseUrl: string | null): void {
  mkdirSync(out, { recursive: true })
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>As it was built</title>')
  markBuilt(out, registry, baseUrl)
}

/** Records the files of a site, as if they had been built from a registry as it is now. For tests only. */
export function markBuilt(out: string, registry: Registry, baseUrl: string | null): void {
  const source = {
    registry: path.relative(realpathSync(out), realpathSync(registry.directory)),
    ...{ baseUrl, inputs: inputsOfSite(registry, baseUrl), began: Date.now() + ROUNDING_MS + 1 },
  }
  writeManifest(out, source, new Map())
}
