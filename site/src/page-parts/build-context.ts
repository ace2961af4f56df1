import { readFileSync } from 'node:fs'
import path from 'node:path'
import { editionPaths } from '../editions/read-editions.ts'
import { type Registry, registryAt } from '../store/registry.ts'
import { templateOfBuild } from './template.ts'

/**
 * The context of a build, which all pages use. The build command passes it in environment variables, because Next
 * builds in a separate process.
 */
export interface BuildContext {
  registry: Registry
  /** The registry's public address, ending in "/"; null if it is not specified. */
  baseUrl: string | null
  /** Where the editions are; see `editionPaths`. */
  editions: string[]
}

// The environment variables through which the build command passes the context.

export const REGISTRY_VARIABLE = 'PLIMSOLL_REGISTRY'
/** The variable with the name of a file. The file contains a JSON list that may be too long for the environment. */
export const DUE_VARIABLE = 'PLIMSOLL_DUE'

/** Returns the context from the environment. Next runs in the directory of this package. */
export function buildContext(): BuildContext {
  const { baseUrl } = templateOfBuild()
  const registry = registryAt(process.env[REGISTRY_VARIABLE])
  return {
    registry,
    baseUrl,
    get editions() {
      return editionPaths(path.join(process.cwd(), 'shipped-editions'), registry)
    },
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
