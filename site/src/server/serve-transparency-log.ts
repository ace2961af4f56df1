import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Registry } from '../store/registry.ts'
import { logFolder, logSize } from '../transparency/log-folder.ts'
import { isFullTile } from '../transparency/tiles.ts'
import { allowOnly, READING, sendSentence } from './create-app.ts'
import { resolveFile } from './resolve-file.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves the transparency log of a registry (C2SP tlog-tiles). It comes from the registry, because the built site may have
 * an older state of it.
 */
export function serveLog(app: FastifyInstance, registry: Registry): void {
  app.get('/log/*', { config: { name: 'log' } }, async ({ raw }, reply) => {
    const [requestPath = ''] = (raw.url ?? '').split('?')
    const name = resolveFile(registry.directory, requestPath)
    const bytes = name === null ? null : await readFile(path.join(registry.directory, name)).catch(() => null)
    if (name === null || bytes === null) return sendSentence(reply, 404, 'Page not found.')
    const [, ...rest] = name.split(path.sep)
    const isTile = rest[0] === 'tile'
    // A tile after the last checkpoint is about to be written, and may be replaced after a crash.
    const isPermanent = isTile && isFullTile(rest.join('/'), logSize(logFolder(registry)))
    return reply
      .type(isTile ? 'application/octet-stream' : 'text/plain; charset=utf-8')
      .header('cache-control', isPermanent ? FOREVER : 'no-cache')
      .send(bytes)
  })
  allowOnly(app, '/log/*', READING)
}
