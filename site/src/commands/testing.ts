import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { formatSiteRecord, inputsOfSite, MADE_FROM } from '../site-build/made-from.ts'
import type { Registry } from '../store/registry.ts'

/** Makes a site of one page, as if it had been built from a registry as it is now. For tests only. */
export function makeOnePageSite(out: string, registry: Registry, baseUrl: string | null): void {
  mkdirSync(out)
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>As it was built</title>')
  writeFileSync(path.join(out, '.plimsoll-site'), `index.html\n${MADE_FROM}\n`)
  writeFileSync(path.join(out, MADE_FROM), formatSiteRecord(out, registry, baseUrl, inputsOfSite(registry, baseUrl)))
}
