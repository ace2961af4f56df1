// `npm run bundle`: builds `action/dist`, which GitHub runs without node_modules, from the sources and their packages.
// `npm run bundle -- DIRECTORY` builds the same files elsewhere.
// Files that the action reads at run time are not bundled. The bundle reads those files from their path in the
// repository.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { licencesOf } from './bundle-licences.ts'

/**
 * The entry points in `action/src`: the entries of the `action.yml` files, the command, and the command's worker
 * thread.
 */
const ENTRIES = ['main.ts', 'post.ts', 'report.ts', 'plimsoll.ts', 'simulate/worker.ts']

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'action/dist')

/**
 * Write the bundle: one small file per entry, shared chunks, and the licences of the bundled packages. The output
 * depends only on the sources and package-lock.json, not on this machine.
 * @param directory the directory of the bundle, which is emptied first
 */
export async function bundle(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => `action/src/${entry}`),
    outdir: directory,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The banner defines `require`, because CommonJS packages `require` Node's built-in modules.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    minify: true,
    // With splitting, shared code is stored once, and an entry prints its first log line before it loads any shared
    // code.
    splitting: true,
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    metafile: true,
    plugins: [keepSourceAddresses, leaveUndiciOut],
  })
  writeFileSync(join(directory, 'licenses.txt'), licencesOf(metafile, root))
}

/**
 * Rewrite `import.meta.url`, so that a bundled source still finds the files next to its original file: the new address
 * is relative to the bundle. Worker threads load their file from the bundle.
 */
const keepSourceAddresses: Plugin = {
  name: 'keep the addresses of source files',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const other = /\bimport\.meta\.(?!url\b)\w+/.exec(source)
      if (other) return { errors: [{ text: `${other[0]} would describe the bundle: use import.meta.url.` }] }
      const address = `new URL(${JSON.stringify(relative(dist, path))}, import.meta.url).href`
      const [threads, rest] = [
        /(?<=new Worker\(new URL\('\.\/)([\w-]+)\.ts(?=', )/g,
        /(?<!'\.\/[\w-]+\.js', )import\.meta\.url/g,
      ]
      const contents = listFolders(source.replace(threads, '$1.js').replace(rest, address), dirname(path))
      return { contents, loader: 'ts' }
    })
  },
}

/** Replace a dynamic import from a folder with a table of imports of all files in the folder, tests excluded. */
function listFolders(source: string, directory: string): string {
  return source.replace(/\bimport\(`\.\/([\w-]+)\/\$\{([^`]+)\}\.ts`\)/g, (_, folder: string, name: string) => {
    const files = readdirSync(join(directory, folder)).filter((file) => /^[\w-]+\.ts$/.test(file))
    const imports = files
      .sort()
      .map((file) => `${JSON.stringify(basename(file, '.ts'))}: () => import('./${folder}/${file}')`)
    return `({ ${imports.join(', ')} })[${name}]()`
  })
}

/**
 * Leave out undici, which is a third of the bundle. Only `HttpClient.getAgentDispatcher` of @actions/http-client uses
 * undici. In this bundle, only @actions/core uses @actions/http-client, and it does not call that method.
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

/** The size in bytes of an entry with all files that it may load: uncompressed, and with each file gzipped. */
export function sizeOf(entry: string, directory: string = dist): { files: number; bytes: number; gzipped: number } {
  const names = new Set([entry])
  for (const name of names) {
    const source = readFileSync(join(directory, name), 'utf8')
    for (const [, other = ''] of source.matchAll(/"\.\/([\w.-]+\.js)"/g)) {
      if (existsSync(join(directory, other))) names.add(other)
    }
  }
  const contents = [...names].map((name) => readFileSync(join(directory, name)))
  return {
    files: names.size,
    bytes: contents.reduce((sum, { length }) => sum + length, 0),
    gzipped: contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0),
  }
}

/** The sizes of all entries of the bundle, one line per entry. */
export function describeSizes(): string[] {
  return ENTRIES.map((entry) => {
    const name = `${basename(entry, '.ts')}.js`
    const { files, bytes, gzipped } = sizeOf(name)
    const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
    return `action/dist/${name} and what it loads: ${files} files, ${kB(bytes)}, ${kB(gzipped)} gzipped`
  })
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2)
  await bundle(directory ?? dist)
  if (directory === undefined) for (const line of describeSizes()) console.log(line)
}
