import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from './create-app.ts'
import { refuseUnderLoad } from './refuse-under-load.ts'

test('an overloaded server answers 503 until it is idle again, also if the memory of the process cannot be read', async () => {
  vi.spyOn(process, 'memoryUsage').mockImplementation(() => {
    throw new Error('EMFILE: too many open files')
  })
  const app = createApp()
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await app.close()
  })
  refuseUnderLoad(app, { sampleMs: 200, maxDelayMs: 100 })
  app.get('/', async () => 'served')
  const status = async () => (await app.inject('/')).statusCode
  expect(await status()).toBe(200)
  const overload = setInterval(() => {
    const end = performance.now() + 300
    while (performance.now() < end);
  }, 1)
  await expect.poll(status).toBe(503)
  const { headers, body } = await app.inject('/')
  expect([headers['retry-after'], body]).toEqual(['1', 'The server is busy. Try again later.\n'])
  clearInterval(overload)
  await expect.poll(status).toBe(200)
})
