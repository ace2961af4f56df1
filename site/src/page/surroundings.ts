import path from 'node:path'
import { type Registry, registryAt } from '../store/registry.ts'
import { TEMPLATE_VERSION, type Template } from './template.ts'

/** What a page being built has around it. The build command says so in the environment of Next. */
export interface Surroundings {
  registry: Registry
  template: Template
  editions: string
}

export const REGISTRY_VARIABLE = 'PLIMSOLL_REGISTRY'
export const STYLESHEET_VARIABLE = 'PLIMSOLL_STYLESHEET'

/** Next runs in the directory of this package. */
export function surroundings(): Surroundings {
  const { [REGISTRY_VARIABLE]: directory, [STYLESHEET_VARIABLE]: stylesheet } = process.env
  if (directory === undefined || stylesheet === undefined) {
    throw new Error('The pages are built by "plimsoll-registry build", not by next alone.')
  }
  return {
    registry: registryAt(directory),
    template: { version: TEMPLATE_VERSION, stylesheet },
    editions: path.join(process.cwd(), 'editions'),
  }
}
