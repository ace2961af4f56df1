import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { afterEach, expect, test } from 'vitest'
import { hasSqld, nameDatabase, nameNoDatabase, startSqld } from '../store/sqld-testing.ts'
import { temporaryDirectory } from '../testing.ts'
import { QUERIES } from './query-routes.ts'
import { expectDescribed, runOfWorkflow, startServer } from './testing.ts'

afterEach(nameNoDatabase)

test.skipIf(!hasSqld)(
  'while the server of the index is down, runs are accepted and shown, and lists respond with 503',
  async () => {
    const directory = temporaryDirectory()
    const data = path.join(directory, 'database')
    mkdirSync(data)
    const database = await startSqld(data)
    nameDatabase(database.url, database.token)
    const server = await startServer(directory)
    const get = (pathname: string) => fetch(`${server.address}${pathname}`)
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/api/v1/runs')).status).toBe(200)
    await database.stop()

    const document = runOfWorkflow()
    expect((await server.submit(document)).status).toBe(201)
    expect((await get(`/runs/${identify(document).id}`)).status).toBe(200)
    expect((await get('/healthz')).status).toBe(503)
    for (const { path, example } of QUERIES) {
      const refused = await get(`/api/v1${path}?${new URLSearchParams(example)}`)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
      expectDescribed(await refused.json(), 'Refusal')
    }
    const metrics = await get('/metrics')
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringMatching(/^plimsoll_runs Nan$/m)])
    expect(server.logged.some(({ level, event }) => level === 'error' && event === 'unexpected')).toBe(true)
    expect(JSON.stringify(server.logged)).not.toContain(database.token)
    await server.stop()
  },
)
