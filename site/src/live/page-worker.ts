import { workerData } from 'node:worker_threads'
import { RegistryError } from '../errors.ts'
import { makeRunFile } from '../run-page/run-file.ts'
import { registryAt } from '../store/registry.ts'
import { answerRequests } from '../threads.ts'
import type { RunFileRequest, RunFileResult } from './page-threads.ts'

// The worker thread of `startPageThreads`.

const registry = registryAt(workerData as string)

answerRequests(async ({ template, name }: RunFileRequest): Promise<RunFileResult> => {
  try {
    return { file: await makeRunFile(registry, template, name) }
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    const { code, message, exitCode } = error
    return { fault: { code, message, exitCode } }
  }
})
