import type { FastifyInstance } from 'fastify'

/** The maximum number of requests of a connection that may wait. Browsers send the next request after the response. */
const MAX_WAITING = 8

/**
 * Handles the requests of each connection one after the other. Node would handle all requests that a client sends without
 * reading the responses (HTTP pipelining) at once, each with a file and memory of its own. A connection with more than
 * `MAX_WAITING` waiting requests is closed.
 */
export function limitPipelining(app: FastifyInstance): void {
  const connections = new WeakMap<object, { waiting: number; last: Promise<void> }>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const { waiting, last } = connections.get(socket) ?? { waiting: 0, last: null }
    const ended = new Promise<void>((resolve) => reply.raw.once('close', resolve))
    connections.set(socket, { waiting: waiting + 1, last: ended })
    ended.then(() => {
      const connection = connections.get(socket)
      if (connection !== undefined) connection.waiting -= 1
    })
    if (waiting > MAX_WAITING) socket.destroy()
    await last
    // The connection is closed, so do not make a response.
    if (socket.destroyed) return reply.hijack()
  })
}
