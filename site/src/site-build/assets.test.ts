import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../store/sha256.ts'
import { temporaryDirectory } from '../testing.ts'
import { bundleScripts, isHashedAsset, makeAssets } from './assets.ts'

test('each script is one file named by its hash, and code that scripts share is another file', async () => {
  const { names, files } = await bundleScripts(
    withFiles({
      'greet.ts': "import { name } from './lib/name.ts'\ndocument.title = name",
      'draw.ts': "import { draw } from './lib/heavy.ts'\ndocument.onclick = draw",
      'print.ts': "import { draw } from './lib/heavy.ts'\nwindow.onbeforeprint = draw",
      'greet.test.ts': 'throw new Error()',
    }),
  )
  expect(Object.keys(names)).toEqual(['draw', 'greet', 'print'])
  expect([...files.keys()].filter((name) => !isHashedAsset(name))).toEqual(['licenses.txt'])
  expect(String(files.get(names.greet ?? ''))).toContain('Plimsoll')
  const shared = [...files.keys()].find((name) => name.startsWith('chunk.'))
  for (const name of [names.draw, names.print]) expect(String(files.get(name ?? ''))).toContain(`"./${shared}"`)
})

test('a script may contain JSX, which Preact renders as React does', async () => {
  const page = `import { renderToStaticMarkup } from 'react-dom/server'
document.title = renderToStaticMarkup(<b className="c">{'<'}</b>)`
  // The packages are found from the project's own folder.
  const directory = mkdtempSync(path.join(import.meta.dirname, '..', '..', '.jsx-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(path.join(directory, 'page.tsx'), page)
  const { names, files } = await bundleScripts(directory)
  const [script] = [...files].filter(([name]) => name === names.page).map(([, bytes]) => String(bytes))
  const document = { title: '' }
  new Function('document', script ?? '')(document)
  expect(document.title).toBe('<b class="c">&lt;</b>')
  expect(script?.length).toBeLessThan(20_000)
})

test('no script of the site contains React, whose elements Preact cannot render', async () => {
  const { files } = await bundleScripts(path.join(import.meta.dirname, '..', '..', 'browser'))
  expect(files.size).toBeGreaterThan(5)
  expect([...files].filter(([, bytes]) => bytes.includes('react.transitional.element')).map(([name]) => name)).toEqual(
    [],
  )
})

test('a site has the licences of the packages in its scripts, and each script says where', async () => {
  const { files } = await bundleScripts(path.join(import.meta.dirname, '..', '..', 'browser'))
  const licences = String(files.get('licenses.txt'))
  expect(licences).toMatch(/^preact \d[\d.]* \(MIT\)\n\n.*permission notice shall be included/ms)
  expect(licences).toMatch(/^lz-string \d[\d.]* \(MIT\)\n\n.*permission notice shall be included/ms)
  expect(licences.match(/^react \d/m)).toBeNull()
  const scripts = [...files].filter(([name]) => name.endsWith('.js'))
  expect(scripts.filter(([, bytes]) => !bytes.includes('licenses.txt')).map(([name]) => name)).toEqual([])
})

test('the name of a script depends on its content only', async () => {
  const bundles = await Promise.all(
    ['a', 'a', 'b'].map((title) => bundleScripts(withFiles({ 'page.ts': `document.title = '${title}'` }))),
  )
  const [first, second, other] = bundles.map(({ names }) => names.page)
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})

test('the error for an invalid script names its file and line', async () => {
  await expect(bundleScripts(withFiles({ 'page.ts': 'const a = 1\nconst = 2' }))).rejects.toThrow(
    expect.objectContaining({ code: 'build-failed', message: expect.stringMatching(/page\.ts, line 2/) }),
  )
})

function withFiles(files: Record<string, string>): string {
  const directory = temporaryDirectory()
  const all = {
    'lib/name.ts': "export const name = 'Plimsoll'",
    'lib/heavy.ts': 'export const draw = () => 1',
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
    writeFileSync(path.join(directory, name), text)
  }
  return directory
}

test('the icon of permanent pages, whose name has no hash, never changes: a new icon needs a new name', async () => {
  const { files } = await makeAssets()
  expect(sha256(files.get('mark.svg') ?? '')).toBe('1458311a3e8ce4bf64e1404baecb5e48372506b91862846b3f1f31636d85102e')
})
