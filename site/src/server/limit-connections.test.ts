import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from './create-app.ts'
import { limitConnections, senderOfAddress } from './limit-connections.ts'
import { listen } from './listen.ts'

test.each([
  ['127.0.0.1', null],
  ['::1', null],
  ['10.1.2.3', null],
  ['172.17.0.1', null],
  ['::ffff:172.17.0.1', null],
  ['fd00::1', null],
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8:1:2::6', '2001:db8:1'],
  ['2001:db8::6', '2001:db8:0'],
  ['2001::1:2:3:4:5:6', '2001:0:1'],
])('%s is the sender %s', (address, sender) => {
  expect(senderOfAddress(address)).toBe(sender)
})

/** Connects and returns the first text that arrives; an empty text if the connection is closed first. */
function firstText(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('data', (chunk) => resolve(chunk.toString()))
    socket.once('close', () => resolve(''))
  })
}

test('connections of one sender beyond the limit are closed, and count no longer when they end', async () => {
  const server = createServer((_request, response) => response.end('served'))
  limitConnections(server, 3, () => 'one sender')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    return { socket, text: await firstText(socket) }
  }
  const held = [await ask(), await ask(), await ask()]
  for (const { text } of held) expect(text).toContain('200 OK')
  expect((await ask()).text).toBe('')
  held[0]?.socket.destroy()
  await expect.poll(async () => (await ask()).text).toContain('200 OK')
})

test('a reader who does not read, or reads slowly, is disconnected, and the others are served', async () => {
  const app = createApp({ sending: { graceMs: 4000, bytesPerSecond: 1e9 } })
  const large = Buffer.alloc(50_000_000)
  app.get('/large', (_request, reply) =>
    reply.type('application/octet-stream').header('cache-control', 'no-store').send(large),
  )
  const port = await listen(app, '127.0.0.1', 0)
  onTestFinished(() => void app.close())
  const readers = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n')
    return socket
  })
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections).toBe(readers.length)
  const read = await new Promise<number>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/large', agent: false }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    })
      .on('error', reject)
      .end()
  })
  expect(read).toBe(50_000_000)
  await expect.poll(connections).toBe(0)
  for (const socket of readers) socket.destroy()
})

/** Starts a server, and connects to it. `count` has the number of requests in progress. */
async function start() {
  const app = createApp()
  const count = { now: 0, most: 0, total: 0 }
  app.get('/:number', async ({ params }) => {
    count.now += 1
    count.total += 1
    count.most = Math.max(count.most, count.now)
    await new Promise((resolve) => setTimeout(resolve, 5))
    count.now -= 1
    return `answer ${(params as { number: string }).number}.`
  })
  const port = await listen(app, '127.0.0.1', 0)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => {
    socket.destroy()
    return app.close()
  })
  const send = (requests: number) =>
    socket.write(
      Array.from({ length: requests }, (_, number) => `GET /${number} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''),
    )
  return { count, socket, send }
}

test('requests that a client sends at once are handled one after the other', async () => {
  const { count, socket, send } = await start()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  for (let round = 0; round < 3; round += 1) {
    text = ''
    send(8)
    await expect.poll(() => text).toContain('answer 7.')
    expect(text.match(/answer \d/g)).toEqual(Array.from({ length: 8 }, (_, number) => `answer ${number}`))
  }
  expect(count).toEqual({ now: 0, most: 1, total: 24 })
})

test('a connection with many waiting requests is closed, and none of them is handled', async () => {
  const { count, socket, send } = await start()
  socket.resume()
  send(150)
  await once(socket, 'close')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(count.total).toBeLessThanOrEqual(1)
})
