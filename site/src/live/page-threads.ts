import { RegistryError } from '../errors.ts'
import type { Template } from '../page/template.ts'
import type { MadeFile } from '../run-page/run-file.ts'
import type { Registry } from '../store/registry.ts'
import { startAsked } from '../threads.ts'

/** A page of thousands of cells takes half a minute; the others' are made on the other meanwhile. */
const THREADS = 2

/** What a thread is asked: to make one file of a run. */
export interface Wanted {
  template: Template
  name: string
}

/** What it made; or why it could not, as it goes from thread to thread. */
export type Made = { file: MadeFile | null } | { fault: Pick<RegistryError, 'code' | 'message' | 'exitCode'> }

/** `makeRunFile` on threads of its own, so that nobody waits for the page that somebody else asks for. */
export interface PageThreads {
  make: (registry: Registry, template: Template, name: string) => Promise<MadeFile | null>
  close(): Promise<void>
}

/** Starts the threads, and waits until they are. The files of one run are made by one of them, in turn. */
export async function startPages({ directory }: Registry): Promise<PageThreads> {
  const script = new URL('./page-worker.ts', import.meta.url)
  const { ask, close } = await startAsked<Wanted, Made>(THREADS, script, directory)
  return {
    make: async (_registry, template, name) => {
      const made = await ask(name.charCodeAt(0), { template, name })
      if ('file' in made) return made.file
      throw new RegistryError(made.fault.code, made.fault.message, made.fault.exitCode)
    },
    close,
  }
}
