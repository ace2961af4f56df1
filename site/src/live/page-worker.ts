import { workerData } from 'node:worker_threads'
import { RegistryError } from '../errors.ts'
import { makeRunFile } from '../run-page/make-run-file.ts'
import { registryAt } from '../store/registry.ts'
import { answerQuestions } from '../threads.ts'
import type { Made, Wanted } from './page-threads.ts'

// The thread that `startPages` starts.

const registry = registryAt(workerData as string)

answerQuestions(async ({ template, name }: Wanted): Promise<Made> => {
  try {
    return { file: await makeRunFile(registry, template, name) }
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    const { code, message, exitCode } = error
    return { fault: { code, message, exitCode } }
  }
})
