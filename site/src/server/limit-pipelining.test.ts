import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from './create-app.ts'
import { listen } from './listen.ts'

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
