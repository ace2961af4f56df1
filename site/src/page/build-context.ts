import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Registry, registryAt } from '../store/registry.ts'
import type { Template } from './template.ts'

/** What a page being built has around it. The build command says so in the environment of Next. */
export interface BuildContext {
  registry: Registry
  template: Template
  /** The registry's public address, ending in "/"; null if not specified. */
  baseUrl: string | null
  /** The directories with editions: those that ship with the project, then the registry's own. */
  editions: string[]
}

// The environment variables through which the build command passes them.

export const REGISTRY_VARIABLE = 'PLIMSOLL_REGISTRY'
export const TEMPLATE_VARIABLE = 'PLIMSOLL_TEMPLATE'
/** Names a file with a JSON list, which may be too long for the environment. */
export const DUE_VARIABLE = 'PLIMSOLL_DUE'

/** Next runs in the directory of this package. */
export function buildContext(): BuildContext {
  const { [REGISTRY_VARIABLE]: directory, [TEMPLATE_VARIABLE]: made } = process.env
  if (directory === undefined || made === undefined) {
    throw new Error('The pages are built by "plimsoll-registry build", not by next alone.')
  }
  const registry = registryAt(directory)
  const template = JSON.parse(made) as Template
  return {
    registry,
    template,
    baseUrl: template.baseUrl,
    editions: [path.join(process.cwd(), 'editions'), registry.editions],
  }
}

/** Returns the names of the pages below `/projects` to build; the others are kept from the previous build. */
export function dueProjects(): string[] {
  const file = process.env[DUE_VARIABLE]
  return file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[])
}
