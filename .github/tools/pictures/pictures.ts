// `npm run pictures`: draws the pictures of the README and the docs again, from committed runs and from this site.
// `npm run pictures -- comments` draws only the comments and the history, which takes seconds.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { COMMENTS, commentMarkdown } from './comments.ts'
import { drawPage } from './draw-page.ts'
import { githubPage } from './github-page.ts'
import { drawHistory } from './history.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PICTURES = join(ROOT, 'site/docs/pictures')
const CHROMIUM = '/usr/bin/chromium'

/** The pictures of pages of the site: for each name, the path of the page. */
const PAGES: Record<string, string> = { home: '/', edition: '/editions/linux-2026' }
const VIEW = { width: 1200, height: 900 }

if (!existsSync(CHROMIUM)) {
  console.error(`${CHROMIUM} not found. Install Chromium, then run npm run pictures again.`)
  process.exit(3)
}
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await drawComments(browser)
  write('history.svg', await drawHistory())
  if (process.argv[2] !== 'comments') await drawPages(browser)
} finally {
  await browser.close()
}

async function drawComments(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 830, height: 600 } })
  for (const comment of COMMENTS) {
    await page.setContent(githubPage(commentMarkdown(comment)))
    write(`${comment.name}.svg`, await drawPage(page, comment.title))
  }
}

async function drawPages(browser: Browser): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-pictures-'))
  // The registry is empty, so its site has the runs and the editions that come with Plimsoll.
  const serve = ['site/bin/plimsoll-registry.js', 'serve', '--registry', directory, '--port', '4200']
  const server = spawn(process.execPath, serve, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    const origin = await addressOf(server)
    const page = await browser.newPage({ viewport: VIEW, colorScheme: 'light', reducedMotion: 'reduce' })
    for (const [name, path] of Object.entries(PAGES)) {
      const response = await page.goto(origin + path, { waitUntil: 'networkidle' })
      if (!response?.ok()) throw new Error(`The site has no page ${path}.`)
      write(`${name}.png`, await page.screenshot())
    }
  } finally {
    server.kill()
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The address that a registry prints after it has built its site. */
async function addressOf(server: ChildProcess): Promise<string> {
  const lines = createInterface({ input: server.stdout as Readable })
  const first = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  if (first.length === 0) throw new Error('plimsoll-registry serve ended without an address.')
  return new URL(String(first[0])).origin
}

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(PICTURES, name), content)
  console.log(`site/docs/pictures/${name}: ${Math.ceil(content.length / 1000)} kB`)
}
