import { BlockList, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The networks of machines that are near: loopback, private and link-local addresses (RFC 6890, RFC 4193). */
const NEAR = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  NEAR.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEAR.addSubnet(network, bits, 'ipv6')

/**
 * Returns a key for everybody who can use an address: the address itself (IPv4), or its network of 48 bits (IPv6), which
 * is the largest that one customer usually gets. Returns null for a machine that is near: it may be a proxy, which has limits of its own.
 */
export function senderOfAddress(address: string): string | null {
  const isV4 = !address.includes(':')
  if (NEAR.check(address, isV4 ? 'ipv4' : 'ipv6')) return null
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (isV4 || mapped !== undefined) return mapped ?? address
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 3).join(':')
}

/**
 * Limits the open connections of each sender, so that one sender cannot take all connections of the server. A connection
 * beyond the limit is closed at once.
 * @param senderOf returns the key of a sender; null for one without a limit
 */
export function limitConnections(server: Server, most: number, senderOf = senderOfAddress): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const sender = socket.remoteAddress === undefined ? null : senderOf(socket.remoteAddress)
    if (sender === null) return
    const count = (open.get(sender) ?? 0) + 1
    if (count > most) {
      socket.destroy()
      return
    }
    open.set(sender, count)
    socket.once('close', () => {
      const left = (open.get(sender) ?? 1) - 1
      if (left > 0) open.set(sender, left)
      else open.delete(sender)
    })
  })
}

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
