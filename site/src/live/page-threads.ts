import { RegistryError } from '../errors.ts'
import type { Template } from '../page/template.ts'
import type { RunFileContent } from '../run-page/make-run-file.ts'
import type { Registry } from '../store/registry.ts'
import { startWorkerPool } from '../threads.ts'

/**
 * The two threads: one for documents and one for everything else. A page with thousands of benchmarks takes half a
 * minute, and documents should not wait for such a page.
 */
const [DOCUMENTS, PAGES] = [0, 1]

/** A request to a worker thread: make one file of a run. */
export interface RunFileRequest {
  template: Template
  name: string
}

/** The resulting file, or the error as a message between threads. */
export type RunFileResult =
  | { file: RunFileContent | null }
  | { fault: Pick<RegistryError, 'code' | 'message' | 'exitCode'> }

/** Runs `makeRunFile` on separate threads, so that the server can answer meanwhile. */
export interface PageThreads {
  make: (registry: Registry, template: Template, name: string) => Promise<RunFileContent | null>
  close(): Promise<void>
}

/** Starts the threads and waits until they are ready. Each thread makes one file at a time. */
export async function startPageThreads({ directory }: Registry): Promise<PageThreads> {
  const script = new URL('./page-worker.ts', import.meta.url)
  const { send, close } = await startWorkerPool<RunFileRequest, RunFileResult>(2, script, directory)
  return {
    make: async (_registry, template, name) => {
      const result = await send(isDocument(name) ? DOCUMENTS : PAGES, { template, name })
      if ('file' in result) return result.file
      throw new RegistryError(result.fault.code, result.fault.message, result.fault.exitCode)
    },
    close,
  }
}

function isDocument(name: string): boolean {
  return name.endsWith('.json') && !name.endsWith('.vl.json')
}
