import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * Has a script do turns on a thread for each processor: each posts one message back for each that it gets. What it does
 * not catch is thrown here, and the threads are gone then. @param take called with each result before its thread goes on
 */
export async function onThreads<Turn, Result>(
  script: URL,
  turns: readonly Turn[],
  take: (result: Result) => Promise<void>,
): Promise<void> {
  const left = [...turns]
  let taken = Promise.resolve()
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(availableParallelism(), left.length) }, async () => {
      const worker = new Worker(script)
      try {
        for (let turn = left.pop(); turn !== undefined; turn = left.pop()) {
          const result = await ask<Turn, Result>(worker, turn)
          taken = taken.then(() => take(result))
          await taken
        }
      } catch (error) {
        left.length = 0
        throw error
      } finally {
        await worker.terminate()
      }
    }),
  )
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

function ask<Turn, Result>(worker: Worker, turn: Turn): Promise<Result> {
  return new Promise((resolve, reject) => {
    worker.once('message', (result: Result) => {
      worker.off('error', reject)
      resolve(result)
    })
    worker.once('error', reject)
    worker.postMessage(turn)
  })
}
