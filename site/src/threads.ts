import { availableParallelism } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'

/**
 * Processes turns with a script, on one thread for each processor. The script posts one message for each that it
 * receives. An error that it does not catch ends all threads and is thrown here.
 * @param take called with each result before its thread continues
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

/** A pool of threads that answer questions until it is closed. */
export interface Asked<Asks, Answer> {
  /**
   * Asks a question. Questions with the same turn are answered by the same thread, in order. An error that the script
   * throws while answering is thrown here, without its class.
   */
  ask(turn: number, question: Asks): Promise<Answer>
  close(): Promise<void>
}

/**
 * Starts a pool of `count` threads with a script that calls `answerQuestions`, and waits until they are ready. If a
 * thread crashes, for example out of memory, its questions fail, and the next question starts a new thread. Throws the
 * error that the script throws while starting.
 * @param data available to the script as `workerData`
 */
export async function startAsked<Asks, Answer>(
  count: number,
  script: URL,
  data: unknown,
): Promise<Asked<Asks, Answer>> {
  const threads = Array.from({ length: count }, () => startOne<Asks, Answer>(script, data))
  const close = async () => {
    await Promise.all(threads.map((thread) => thread.close()))
  }
  try {
    await Promise.all(threads.map(({ ready }) => ready))
  } catch (error) {
    await close()
    throw error
  }
  return { ask: (turn, question) => (threads[turn % count] as One<Asks, Answer>).ask(question), close }
}

interface One<Asks, Answer> {
  ready: Promise<void>
  ask(question: Asks): Promise<Answer>
  close(): Promise<void>
}

/** The messages to and from a thread. */
type Question<Asks> = { number: number; question: Asks }
type Reply<Answer> = { ready: true } | { number: number; answer: Answer } | { number: number; error: unknown }

function startOne<Asks, Answer>(script: URL, data: unknown): One<Asks, Answer> {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  const ready = Promise.withResolvers<void>()
  let worker: Worker | null = start()
  let asked = 0

  function start(): Worker {
    const started = new Worker(script, { workerData: data })
    started.on('message', (reply: Reply<Answer>) => {
      if ('ready' in reply) return ready.resolve()
      const one = waiting.get(reply.number)
      waiting.delete(reply.number)
      if ('answer' in reply) one?.resolve(reply.answer)
      else one?.reject(reply.error)
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
    ask(question) {
      worker ??= start()
      asked += 1
      const one = Promise.withResolvers<Answer>()
      waiting.set(asked, one)
      worker.postMessage({ number: asked, question } satisfies Question<Asks>)
      return one.promise
    },
    async close() {
      // Terminating a thread while it starts sometimes crashes the whole process.
      await ready.promise.catch(() => {})
      await worker?.terminate()
    },
  }
}

/** Makes the script of a thread of `startAsked` answer questions from now on. */
export function answerQuestions<Asks, Answer>(answer: (question: Asks) => Answer | Promise<Answer>): void {
  const say = (reply: Reply<Answer>) => parentPort?.postMessage(reply)
  let last = Promise.resolve()
  parentPort?.on('message', ({ number, question }: Question<Asks>) => {
    last = last.then(async () => {
      try {
        say({ number, answer: await answer(question) })
      } catch (error) {
        say({ number, error })
      }
    })
  })
  say({ ready: true })
}
