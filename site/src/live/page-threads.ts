import { RegistryError } from '../errors.ts'
import type { Template } from '../page/template.ts'
import type { MadeFile } from '../run-page/run-file.ts'
import type { Registry } from '../store/registry.ts'
import { startAsked } from '../threads.ts'

/** One for documents: they do not wait for a page of thousands of benchmarks, which takes half a minute, and another for the rest. */
const [DOCUMENTS, PAGES] = [0, 1]

/** What a thread is asked: to make one file of a run. */
export interface Wanted {
  template: Template
  name: string
}

/** What it made; or why it could not, as it goes from thread to thread. */
export type Made = { file: MadeFile | null } | { fault: Pick<RegistryError, 'code' | 'message' | 'exitCode'> }

/** `makeRunFile` on threads of its own, so that the server answers meanwhile. */
export interface PageThreads {
  make: (registry: Registry, template: Template, name: string) => Promise<MadeFile | null>
  close(): Promise<void>
}

/** Starts the threads, and waits until they are. Each makes one file after the other. */
export async function startPages({ directory }: Registry): Promise<PageThreads> {
  const script = new URL('./page-worker.ts', import.meta.url)
  const { ask, close } = await startAsked<Wanted, Made>(2, script, directory)
  return {
    make: async (_registry, template, name) => {
      const made = await ask(isDocument(name) ? DOCUMENTS : PAGES, { template, name })
      if ('file' in made) return made.file
      throw new RegistryError(made.fault.code, made.fault.message, made.fault.exitCode)
    },
    close,
  }
}

function isDocument(name: string): boolean {
  return name.endsWith('.json') && !name.endsWith('.vl.json')
}
