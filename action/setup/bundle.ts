// `npm run bundle`: the action as GitHub runs it, without node_modules: `action/dist`, made of the sources and of the
// packages they use. Files that are read at run time are not in it: they are read where they lie in the repository.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { licencesOf } from './bundle-licences.ts'

/** What `action.yml` starts, in `action/src`. */
const ENTRIES = ['main.ts', 'post.ts', 'report.ts', 'plimsoll.ts']

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'action/dist')

/**
 * Write the bundle: a file of each entry, and the licences of what is in them. It depends on the sources and on
 * package-lock.json, and on nothing of this machine.
 * @param directory emptied first
 */
export async function bundle(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => `action/src/${entry}`),
    outdir: directory,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Packages in CommonJS require Node's own modules.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    minify: true,
    legalComments: 'none',
    metafile: true,
    plugins: [leaveTestsOut, readWhereTheyLie, leaveUndiciOut],
  })
  writeFileSync(join(directory, 'licenses.txt'), licencesOf(metafile, root))
}

/** `import(`./${name}`)` takes in a whole folder, where tests lie beside the source. */
const leaveTestsOut: Plugin = {
  name: 'leave tests out',
  setup({ onLoad }) {
    onLoad({ filter: /\.test\.ts$/ }, () => ({ contents: '' }))
  },
}

/** A source that reads a file beside itself still finds it: its address is made from that of the bundle. */
const readWhereTheyLie: Plugin = {
  name: 'read files where they lie',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const other = /\bimport\.meta\.(?!url\b)\w+/.exec(source)
      if (other) return { errors: [{ text: `${other[0]} is the bundle's own: use import.meta.url.` }] }
      const address = `new URL(${JSON.stringify(relative(dist, path))}, import.meta.url).href`
      return { contents: source.replaceAll('import.meta.url', address), loader: 'ts' }
    })
  },
}

/**
 * A third of the bundle for a class that only `HttpClient.getAgentDispatcher` of @actions/http-client makes, which
 * @actions/core, all that uses that client here, does not call.
 */
const leaveUndiciOut: Plugin = {
  name: 'leave undici out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'left-out' }))
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents: "export class ProxyAgent { constructor() { throw new Error('undici is not in the bundle') } }",
    }))
  },
}

if (import.meta.main) {
  await bundle(dist)
  for (const entry of ENTRIES) {
    const file = entry.replace(/\.ts$/, '.js')
    const bytes = readFileSync(join(dist, file))
    console.log(`action/dist/${file}: ${kB(bytes.length)} kB, ${kB(gzipSync(bytes, { level: 9 }).length)} kB gzipped`)
  }
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(0)
}
