import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refusalResponse } from '../ingest/refusal.ts'
import { temporaryDirectory } from '../testing.ts'
import { runOfWorkflow, startServer } from './testing.ts'

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'a document that cannot be stored because of %s gets 507 and a Retry-After',
  (code) => {
    const { status, headers, body } = refusalResponse(Object.assign(new Error(code), { code }), () => {})
    expect([status, headers['retry-after'], body.code]).toEqual([507, '300', 'storage-full'])
  },
)

test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')(
  'on a full disk a run is rejected with a sentence, and accepted when there is space',
  async () => {
    const directory = temporaryDirectory()
    const documents = path.join(directory, 'registry', 'documents')
    mkdirSync(documents, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', documents])
    onTestFinished(() => void execFileSync('umount', [documents]))
    const server = await startServer(directory)
    onTestFinished(() => server.stop())
    const filler = path.join(documents, '.filler')
    expect(() => writeFileSync(filler, Buffer.alloc(2_000_000))).toThrow('ENOSPC')
    const refused = await server.submit(runOfWorkflow())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([507, '300'])
    expect(await refused.json()).toMatchObject({
      code: 'storage-full',
      message: expect.stringContaining('out of disk space'),
    })
    rmSync(filler)
    expect((await server.submit(runOfWorkflow())).status).toBe(201)
  },
)
