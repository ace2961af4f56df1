import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import { agent, only } from './test/run-agent.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts an agent as the peer that answers requests, and waits for its first line. */
async function peer(...values: string[]) {
  const child = spawn(agentBinary(), ['answer', ...values], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, port: String(JSON.parse(line).port) }
}

/** Starts a server in this process, not in the agent. `close` ends the server. */
async function listener(onConnection: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: String((server.address() as AddressInfo).port), close }
}

const time = expect.toSatisfy((value) => Number.isSafeInteger(value) && value > 1000)

describe('round-trips', () => {
  test('the connection and every request have a time', async () => {
    const { port } = await peer('0')
    const result = await agent('round-trips', '127.0.0.1', port, '200')
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.lines).toEqual([{ step: 'round-trips', connect: time, latency: expect.any(Array) }])
    const latency = result.lines[0]?.latency as number[]
    expect(latency).toHaveLength(200)
    expect(latency).toEqual(latency.map(() => time))
  })

  test('a peer that starts later is waited for, and that is not in the time to connect', async () => {
    const { port, child } = await peer('0')
    child.kill('SIGTERM')
    await once(child, 'close')
    const asked = agent('round-trips', '127.0.0.1', port, '3')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const started = performance.now()
    await peer(port)
    const result = await asked
    const sincePeer = (performance.now() - started) * 1e6
    expect(only(result, 'round-trips').latency).toHaveLength(3)
    expect(only(result, 'round-trips').connect).toBeLessThan(sincePeer)
  })

  test.each([
    ['says nothing', () => undefined, 'no answer within 5 s', 5000],
    [
      'goes after the request',
      (socket: Socket) => socket.once('data', () => socket.end()),
      'Connection reset by peer',
      0,
    ],
    [
      'says half an answer and goes',
      (socket: Socket) => socket.once('data', (data: Buffer) => socket.end(data.subarray(0, 32))),
      'its answer is not the request',
      0,
    ],
    [
      'says half an answer and no more',
      (socket: Socket) => socket.once('data', (data: Buffer) => socket.write(data.subarray(0, 32))),
      'its answer is not the request',
      5000,
    ],
    [
      'says something else',
      (socket: Socket) => socket.once('data', () => socket.write(Buffer.alloc(64, 1))),
      'its answer is not the request',
      0,
    ],
  ])('a peer that %s is an error, not a hang', async (_, behave, message, least) => {
    const { port, close } = await listener(behave)
    const started = performance.now()
    const result = await agent('round-trips', '127.0.0.1', port, '3')
    close()
    expect(result.code).toBe(2)
    expect(result.lines).toEqual([{ step: 'error', doing: 'round-trips', path: '127.0.0.1', message }])
    expect(performance.now() - started).toBeGreaterThanOrEqual(least)
  })

  test('a port without a listener is an error after 5 s', async () => {
    const { port, close } = await listener(() => undefined)
    close()
    const started = performance.now()
    const result = await agent('round-trips', '127.0.0.1', port, '3')
    expect(result.code).toBe(2)
    expect(only(result, 'error').message).toBe('Connection refused')
    expect(performance.now() - started).toBeGreaterThanOrEqual(5000)
  })
})

describe('answer', () => {
  test('one connection after another is answered, and a broken one does no harm', async () => {
    const { port } = await peer('0')
    for (let i = 0; i < 3; i++) {
      const broken = connect(Number(port), '127.0.0.1')
      await once(broken, 'connect')
      broken.write(Buffer.alloc(32), () => broken.resetAndDestroy())
      await once(broken, 'close')
      expect((await agent('round-trips', '127.0.0.1', port, '10')).code).toBe(0)
    }
  })

  test('it listens on every address, or on the one that is named', async () => {
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const address = others.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
    const { port } = await peer('0')
    expect((await agent('round-trips', address, port, '3')).code).toBe(0)
    const named = await peer('0', '127.0.0.1')
    expect((await agent('round-trips', '127.0.0.1', named.port, '3')).code).toBe(0)
    if (address !== '127.0.0.1') expect((await agent('round-trips', address, named.port, '3')).code).toBe(2)
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s ends it at once, quietly, with %d', async (signal, code) => {
    const { child, port } = await peer('0')
    await agent('round-trips', '127.0.0.1', port, '3')
    const said: Buffer[] = []
    child.stdout?.on('data', (data) => said.push(data))
    child.stderr?.on('data', (data) => said.push(data))
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([code, null])
    expect(Buffer.concat(said).toString()).toBe('')
  })

  test('a port in use is an error', async () => {
    const { port } = await peer('0')
    const result = await agent('answer', port)
    expect(result.code).toBe(2)
    expect(result.lines).toEqual([{ step: 'error', doing: 'answer', message: expect.stringMatching(/in use/i) }])
  })
})
