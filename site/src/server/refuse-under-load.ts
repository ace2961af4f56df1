import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { sendSentence } from './create-app.ts'

/**
 * From which mean delay of the event loop, in ms, new requests get 503, so that those in progress can end. One long delay
 * is over when the next request comes, so refusing that request would not help: the mean of ten seconds exceeds the
 * limit only if the server was busy for nearly all of them.
 */
const LOAD = { sampleMs: 10_000, maxDelayMs: 500 }
const RESOLUTION_MS = 10

/**
 * Answers 503 to all requests of a scope while the server is overloaded. (`@fastify/under-pressure` reads the memory of
 * the process as well, in a timer. This throws when no file can be opened, and ends the process.)
 */
export function refuseUnderLoad(scope: FastifyInstance, { sampleMs, maxDelayMs } = LOAD): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let isOverloaded = false
  const timer = setInterval(() => {
    // Without any sample, the mean is not a number: the event loop stood still.
    isOverloaded = !(delays.mean / 1e6 - RESOLUTION_MS <= maxDelayMs)
    delays.reset()
  }, sampleMs)
  timer.unref()
  scope.addHook('onRequest', async (_request, reply) => {
    if (!isOverloaded) return
    reply.header('retry-after', Math.ceil(sampleMs / 1000))
    return sendSentence(reply, 503, 'The server is busy. Try again later.')
  })
  scope.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
}
