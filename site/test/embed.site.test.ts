import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../src/server/create-app.ts'
import { listen } from '../src/server/listen.ts'
import { serveSite } from '../src/server/site-files.ts'
import { temporaryDirectory } from '../src/testing.ts'
import { browserOfTests, hasBrowser } from './browser.ts'

// Charts of a public registry are shown on other sites. A registry without a public address may be private.

describe.skipIf(!hasBrowser())('on a page of another origin', () => {
  const open = browserOfTests()

  const ISOLATED = { 'cross-origin-embedder-policy': 'require-corp' }

  test.each([
    ['a public registry is shown, also on an isolated page', null, [{}, ISOLATED], 8],
    ['a registry without a public address is blocked', '127.0.0.1', [{}], 0],
  ])('a picture of %s', async (_, localHost, articles, width) => {
    const directory = temporaryDirectory()
    writeFileSync(path.join(directory, 'chart.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>')
    const registry = createApp({ localHost })
    registry.register(async (scope) => serveSite(scope, directory, null))
    const address = `http://127.0.0.1:${await listen(registry, '127.0.0.1', 0)}`
    onTestFinished(() => {
      registry.server.closeAllConnections()
      return registry.close()
    })
    const { page } = await open('/')
    for (const headers of articles) {
      await page.goto(await serveArticle(`${address}/chart.svg`, headers))
      expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(width)
    }
  })
})

/** Serves a page with a picture until the test ends, from an origin of its own, and returns the page's address. */
async function serveArticle(picture: string, headers: Record<string, string>): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(`<!doctype html><img src="${picture}">`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
