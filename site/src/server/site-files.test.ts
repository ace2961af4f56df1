import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../testing.ts'
import { listen } from './listen.ts'
import { createSiteServer } from './site-files.ts'

const ID = 'a'.repeat(26)

test('a run is served at its address without .html, and its document with .json', async () => {
  const get = await serveExample()
  expect(await get(`/runs/${ID}`)).toMatchObject({ status: 200, body: '<p>run', type: 'text/html; charset=utf-8' })
  expect(await get(`/runs/${ID}.json`)).toMatchObject({
    status: 200,
    body: '{}',
    type: 'application/json; charset=utf-8',
  })
  expect(await get('/')).toMatchObject({ status: 200, body: '<p>home' })
  expect(await get('/?a=b')).toMatchObject({ status: 200, body: '<p>home' })
})

test('permanent files are cached, other files are revalidated', async () => {
  const get = await serveExample()
  const forever = 'public, max-age=31536000, immutable'
  expect((await get('/assets/site.0123456789ab.css')).cache).toBe(forever)
  expect(await get('/assets/compare.0A1B2C3D.js')).toMatchObject({
    cache: forever,
    type: 'application/javascript; charset=utf-8',
  })
  // The response must not be immutable, because the document may be deleted.
  expect((await get(`/runs/${ID}.json`)).cache).toBe('public, max-age=3600')
  const page = await get(`/runs/${ID}`)
  expect(page.cache).toBe('no-cache')
  expect(await get(`/runs/${ID}`, { headers: { 'if-none-match': page.tag } })).toMatchObject({ status: 304, body: '' })
})

test('every form of If-None-Match with the current ETag gets 304', async () => {
  const get = await serveExample()
  const { tag } = await get(`/runs/${ID}`)
  for (const names of [`"other", ${tag}`, String(tag).replace('W/', ''), '*']) {
    expect([names, await get(`/runs/${ID}`, { headers: { 'if-none-match': names } })]).toMatchObject([
      names,
      { status: 304, body: '' },
    ])
  }
  expect((await get(`/runs/${ID}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test.each([
  '/../secret',
  '/..%2fsecret',
  '/%2e%2e/secret',
  '/runs/..%5c..%5csecret',
  '/runs/../../secret',
  '//etc/passwd',
  '/.hidden',
  '/%00',
  '/runs/%2e%2e%2f%2e%2e%2fsecret',
  `/runs//${ID}`,
  `//runs/${ID}/`,
  `/runs/${ID}//`,
  '/runs/',
  '/404',
  '/404.html',
  `/${'a'.repeat(300)}`,
  '/a'.repeat(4000),
])('%s leads nowhere', async (address) => {
  const get = await serveExample()
  const answer = await get(address)
  expect(answer.status).toBe(404)
  expect(answer.body).toBe('<p>not here')
})

test('a file is not found by a name in capitals, as file systems of macOS would find it', async () => {
  const get = await serveExample((site) => symlinkSync('runs', path.join(site, 'Runs')))
  expect((await get(`/runs/${ID}`)).status).toBe(200)
  expect((await get(`/Runs/${ID}`)).status).toBe(404)
  expect((await get(`/Runs/${ID}.json`)).status).toBe(404)
})

test('a link to a folder of the same name elsewhere leads nowhere', async () => {
  const elsewhere = path.join(temporaryDirectory(), 'log')
  mkdirSync(elsewhere)
  writeFileSync(path.join(elsewhere, 'secret'), 'secret')
  const get = await serveExample((site) => symlinkSync(elsewhere, path.join(site, 'log')))
  expect((await get('/log/secret')).status).toBe(404)
})

test('an invalid address gets 404, with the security headers', async () => {
  const get = await serveExample()
  expect(await get('/%zz')).toMatchObject({ status: 404, policy: expect.stringContaining("default-src 'none'") })
})

test('an address with a trailing slash redirects to the page, under any base path', async () => {
  const get = await serveExample()
  expect(await get(`/runs/${ID}/?a=b`)).toMatchObject({ status: 308, location: `../${ID}?a=b` })
})

test('the 404 page may contain inline style', async () => {
  const get = await serveExample()
  expect((await get('/nowhere')).policy).toContain("style-src 'unsafe-inline'")
  expect((await get('/')).policy).toContain("style-src 'self'")
  for (const address of ['/', '/nowhere', '/%zz'])
    expect((await get(address)).policy).toContain("frame-ancestors 'none'")
})

test('text is compressed for clients that accept it, and its ETag is weak', async () => {
  const get = await serveExample()
  const plain = await get('/')
  const zipped = await get('/', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect(zipped).toMatchObject({ status: 200, encoding: 'gzip', length: undefined })
  expect(gunzipSync(zipped.bytes).toString()).toBe('<p>home')
  expect([zipped.tag, zipped.vary]).toEqual([plain.tag, plain.vary])
  expect(zipped).toMatchObject({ tag: expect.stringMatching(/^W\//), vary: 'accept-encoding' })
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': zipped.tag }
  expect(await get('/', { headers })).toMatchObject({ status: 304, body: '' })
  expect(await get('/', { headers: { 'accept-encoding': 'gzip;q=0' } })).toMatchObject({ encoding: undefined })
  expect(await get('/a.png', { headers: { 'accept-encoding': 'gzip' } })).toMatchObject({ encoding: undefined })
})

test('a picture may contain inline style when it is opened directly', async () => {
  const get = await serveExample()
  expect((await get('/a.svg')).policy).toContain("style-src 'unsafe-inline'")
  expect((await get('/a.svg')).policy).not.toContain('script-src')
  // The run page offers its picture in a frame.
  expect((await get('/a.svg')).policy).not.toContain('frame-ancestors')
})

test('HEAD has the headers of GET', async () => {
  const get = await serveExample()
  expect(await get('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '', length: '7' })
})

test('a page may load only files of the site', async () => {
  const get = await serveExample()
  expect((await get('/')).policy).toContain("default-src 'none'")
})

test('if a port is in use, the server takes the next one', async () => {
  const first = createSiteServer(temporaryDirectory())
  const second = createSiteServer(temporaryDirectory())
  onTestFinished(() => [first, second].forEach((server) => void server.close()))
  const port = await listen(first, '127.0.0.1', 0)
  expect(await listen(second, '127.0.0.1', port)).toBeGreaterThan(port)
})

interface Answer {
  status: number | undefined
  body: string
  type: string | undefined
  cache: string | undefined
  tag: string | undefined
  vary: string | undefined
  length: string | undefined
  policy: unknown
  encoding: string | undefined
  bytes: Buffer
  location: string | undefined
}

/** Serves a small site with a secret file beside it. Request paths are sent unchanged; `fetch` would normalize them. */
/** Serves an example of a site. @param change changes its files first */
async function serveExample(
  change: (site: string) => void = () => {},
): Promise<(address: string, options?: object) => Promise<Answer>> {
  const directory = temporaryDirectory()
  const site = path.join(directory, 'site')
  const files = {
    'index.html': '<p>home',
    '404.html': '<p>not here',
    '.hidden': 'secret',
    [`runs/${ID}.html`]: '<p>run',
    [`runs/${ID}.json`]: '{}',
    'a.svg': '<svg/>',
    'a.png': 'png',
    'assets/site.0123456789ab.css': 'p{}',
    'assets/compare.0A1B2C3D.js': 'p()',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(site, name)), { recursive: true })
    writeFileSync(path.join(site, name), text)
  }
  writeFileSync(path.join(directory, 'secret'), 'secret')
  change(site)
  const server = createSiteServer(site)
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => void server.close())
  return (address, options = {}) => send(port, address, options)
}

function send(port: number, address: string, options: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: address, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      const { headers, statusCode } = response
      response.on('end', () =>
        resolve({
          status: statusCode,
          body: Buffer.concat(chunks).toString(),
          bytes: Buffer.concat(chunks),
          encoding: headers['content-encoding'],
          type: headers['content-type'],
          cache: headers['cache-control'],
          tag: headers.etag,
          vary: headers.vary,
          length: headers['content-length'],
          policy: headers['content-security-policy'],
          location: headers.location,
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}
