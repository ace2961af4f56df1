import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type BuildFailure, build, stop } from 'esbuild'
import { EXIT, RegistryError } from '../errors.ts'
import { sha256 } from '../store/sha256.ts'
import { collectLicences } from './bundle-licences.ts'

const ASSETS = path.join(import.meta.dirname, '..', '..', 'assets')
const STYLE = path.join(ASSETS, 'style')

/** The files under `/assets` that pages link to, by name, and the role of each. */
export interface Assets {
  stylesheet: string
  /** The scripts that a page may load, by the name of their source file in `browser/`. */
  scripts: Record<string, string>
  files: Map<string, Buffer>
}

/**
 * Makes the assets (stylesheet, scripts and pictures). All pages share one stylesheet. The names of the stylesheet and
 * of every script contain the hash of their content, so that a page rendered years ago still finds its own version.
 */
export async function makeAssets(): Promise<Assets> {
  const style = Buffer.concat(stylesheetParts())
  const stylesheet = `site.${sha256(style).slice(0, 12)}.css`
  const logo = readFileSync(path.join(ASSETS, 'mark.svg'))
  const { names: scripts, files } = await bundleScripts(path.join(ASSETS, '..', 'browser'))
  return { stylesheet, scripts, files: new Map([[stylesheet, style], ['mark.svg', logo], ...files]) }
}

/** The parts of the stylesheet, in order: a rule of a kind of page wins against one for all pages. */
const PARTS = ['base', 'tables', 'charts', 'run', 'lists', 'compare', 'docs']

function stylesheetParts(): Buffer[] {
  return PARTS.map((name) => readFileSync(path.join(STYLE, `${name}.css`)))
}

/** Whether a name under `/assets` contains the hash of its content, so that the file never changes. */
export function isHashedAsset(name: string): boolean {
  return /^[a-z0-9-]+\.([0-9a-f]{12}\.css|[0-9A-Z]{8}\.js)$/.test(name)
}

/**
 * Bundles the browser's scripts: each `NAME.ts` or `NAME.tsx` in a directory becomes `NAME.HASH.js`. Code that several
 * scripts share goes into files of its own. The licences of the packages in the scripts are a file too.
 * @returns the names of the bundles by the names of their sources, and every file with its content
 * @throws RegistryError `build-failed`
 */
export async function bundleScripts(
  directory: string,
): Promise<{ names: Record<string, string>; files: Map<string, Buffer> }> {
  const sources = existsSync(directory) ? readdirSync(directory).filter(isEntryPoint).sort() : []
  const names: Record<string, string> = {}
  const files = new Map<string, Buffer>()
  if (sources.length === 0) return { names, files }
  const { outputFiles, metafile } = await bundle(directory, sources)
  for (const { path: file, contents } of outputFiles) files.set(path.basename(file), Buffer.from(contents))
  files.set(LICENCES, Buffer.from(collectLicences(metafile, directory)))
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    const source = entryPoint === undefined ? '' : path.relative(directory, path.resolve(directory, entryPoint))
    if (sources.includes(source)) names[path.parse(source).name] = path.basename(file)
  }
  return { names, files }
}

function isEntryPoint(name: string): boolean {
  return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)
}

/**
 * Preact makes the same HTML as React from the same components. In a bundle, it takes 7 KB compressed instead of the
 * 66 KB of React.
 */
const SMALL_REACT = { 'react/jsx-runtime': 'preact/jsx-runtime', 'react-dom/server': 'preact-render-to-string' }

/** The file of licences, which stands beside the scripts; each script names it. Most licences demand that their text goes along. */
const LICENCES = 'licenses.txt'

/** The number of bundles in progress. */
let inProgress = 0

async function bundle(directory: string, sources: string[]) {
  inProgress += 1
  try {
    return await build({
      absWorkingDir: directory,
      entryPoints: sources,
      outdir: 'assets',
      entryNames: '[name].[hash]',
      chunkNames: '[name].[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      minify: true,
      charset: 'utf8',
      legalComments: 'none',
      banner: { js: `/*! The licences of the packages in this script: ${LICENCES} */` },
      metafile: true,
      write: false,
      logLevel: 'silent',
      jsx: 'automatic',
      alias: SMALL_REACT,
      define: { 'process.env.NODE_ENV': '"production"' },
    })
  } catch (error) {
    const [first] = (error as BuildFailure).errors ?? []
    const location = first?.location ? ` (${first.location.file}, line ${first.location.line})` : ''
    throw new RegistryError(
      'build-failed',
      `The page scripts could not be bundled: ${first?.text ?? String(error)}${location}.`,
      EXIT.environment,
    )
  } finally {
    inProgress -= 1
    // Otherwise the process of esbuild stays, with 100 MB of memory. It serves all bundles.
    if (inProgress === 0) await stop()
  }
}
