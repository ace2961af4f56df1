import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Registry, registryAt } from '../store/registry.ts'
import type { Template } from './template.ts'

/**
 * The context of a build, which all pages use. The build command passes it in environment variables, because Next
 * builds in a separate process.
 */
export interface BuildContext {
  registry: Registry
  template: Template
  /** The registry's public address, ending in "/"; null if it is not specified. */
  baseUrl: string | null
  /** The directories with editions: those that ship with the project, then the registry's own. */
  editions: string[]
}

// The environment variables through which the build command passes the context.

export const REGISTRY_VARIABLE = 'PLIMSOLL_REGISTRY'
export const TEMPLATE_VARIABLE = 'PLIMSOLL_TEMPLATE'
/** The variable with the name of a file. The file contains a JSON list that may be too long for the environment. */
export const DUE_VARIABLE = 'PLIMSOLL_DUE'

/** Returns the context from the environment. Next runs in the directory of this package. */
export function buildContext(): BuildContext {
  const { [REGISTRY_VARIABLE]: directory, [TEMPLATE_VARIABLE]: templateJson } = process.env
  if (directory === undefined || templateJson === undefined) {
    throw new Error('The build context is missing. Build the pages with "plimsoll-registry build".')
  }
  const registry = registryAt(directory)
  const template = JSON.parse(templateJson) as Template
  return {
    registry,
    template,
    baseUrl: template.baseUrl,
    editions: [path.join(process.cwd(), 'shipped-editions'), registry.editions],
  }
}

/**
 * Returns the pages of a planned folder to build, each as the segments of its address below the folder. All other pages
 * there are kept from the previous build.
 */
export function duePages(folder: 'editions' | 'projects' | 'runs'): string[][] {
  const file = process.env[DUE_VARIABLE]
  const addresses = file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[])
  const segments = addresses.map((address) => address.split('/'))
  return segments.filter(([first]) => first === folder).map((names) => names.slice(1))
}
