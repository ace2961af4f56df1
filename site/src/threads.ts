import { availableParallelism } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'

/** Threads do not inherit the hook that compiles JSX. */
const EXEC_ARGV = [...process.execArgv, '--import', new URL('../bin/jsx.js', import.meta.url).href]

/**
 * Runs a script on one thread per processor. Each thread receives tasks as messages, and posts one message back for
 * each task. An uncaught error of a thread ends all threads and is thrown here.
 * @param take called with each result before the thread of that result receives the next task
 */
export async function runOnThreads<Task, Result>(
  script: URL,
  tasks: readonly Task[],
  take: (result: Result) => Promise<void>,
): Promise<void> {
  const remaining = [...tasks]
  let handled = Promise.resolve()
  const outcomes = await Promise.allSettled(
    Array.from({ length: Math.min(availableParallelism(), remaining.length) }, async () => {
      const worker = new Worker(script, { execArgv: EXEC_ARGV })
      try {
        for (let task = remaining.pop(); task !== undefined; task = remaining.pop()) {
          const result = await post<Task, Result>(worker, task)
          handled = handled.then(() => take(result))
          await handled
        }
      } catch (error) {
        remaining.length = 0
        throw error
      } finally {
        await worker.terminate()
      }
    }),
  )
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

function post<Task, Result>(worker: Worker, task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    worker.once('message', (result: Result) => {
      worker.off('error', reject)
      resolve(result)
    })
    worker.once('error', reject)
    worker.postMessage(task)
  })
}

/**
 * A pool of threads that answer requests. Other than the pools of well-known libraries, it sends the requests for one
 * document to one thread, so that two submissions of the same document cannot interleave.
 */
export interface WorkerPool<Request, Response> {
  /**
   * Sends a request to a thread and returns the response. Requests with the same key go to the same thread, which
   * answers them in order. An error of the script is thrown again here, without its class.
   */
  send(key: number, request: Request): Promise<Response>
  close(): Promise<void>
}

/**
 * Starts `count` threads with a script that calls `answerRequests`, and waits until they are ready. If a thread
 * crashes, for example because it has no memory left, its open requests fail, and the next request starts a new thread.
 * If the script cannot start, throws the script's error.
 * @param data the value that the script gets as `workerData`
 */
export async function startWorkerPool<Request, Response>(
  count: number,
  script: URL,
  data: unknown,
): Promise<WorkerPool<Request, Response>> {
  const threads = Array.from({ length: count }, () => startWorker<Request, Response>(script, data))
  const close = async () => {
    await Promise.all(threads.map((thread) => thread.close()))
  }
  try {
    await Promise.all(threads.map(({ ready }) => ready))
  } catch (error) {
    await close()
    throw error
  }
  return { send: (key, request) => (threads[key % count] as PoolWorker<Request, Response>).send(request), close }
}

interface PoolWorker<Request, Response> {
  ready: Promise<void>
  send(request: Request): Promise<Response>
  close(): Promise<void>
}

/** A message to a thread of a worker pool. */
type RequestMessage<Request> = { number: number; request: Request }
/** A message from a thread of a worker pool. */
type ResponseMessage<Response> =
  | { ready: true }
  | { number: number; response: Response }
  | { number: number; error: unknown }

function startWorker<Request, Response>(script: URL, data: unknown): PoolWorker<Request, Response> {
  const waiting = new Map<number, PromiseWithResolvers<Response>>()
  const ready = Promise.withResolvers<void>()
  let worker: Worker | null = start()
  let count = 0

  function start(): Worker {
    const started = new Worker(script, { workerData: data, execArgv: EXEC_ARGV })
    started.on('message', (message: ResponseMessage<Response>) => {
      if ('ready' in message) return ready.resolve()
      const pending = waiting.get(message.number)
      waiting.delete(message.number)
      if ('response' in message) pending?.resolve(message.response)
      else pending?.reject(message.error)
    })
    started.on('error', (error) => {
      worker = null
      ready.reject(error)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return started
  }

  return {
    ready: ready.promise,
    send(request) {
      worker ??= start()
      count += 1
      const pending = Promise.withResolvers<Response>()
      waiting.set(count, pending)
      worker.postMessage({ number: count, request } satisfies RequestMessage<Request>)
      return pending.promise
    },
    async close() {
      // Terminating a thread while it starts sometimes crashes the whole process.
      await ready.promise.catch(() => {})
      await worker?.terminate()
    },
  }
}

/** Registers the function that answers requests in a thread of `startWorkerPool`. */
export function answerRequests<Request, Response>(answer: (request: Request) => Response | Promise<Response>): void {
  const post = (message: ResponseMessage<Response>) => parentPort?.postMessage(message)
  let last = Promise.resolve()
  parentPort?.on('message', ({ number, request }: RequestMessage<Request>) => {
    last = last.then(async () => {
      try {
        post({ number, response: await answer(request) })
      } catch (error) {
        post({ number, error })
      }
    })
  })
  post({ ready: true })
}
