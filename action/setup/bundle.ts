// `npm run bundle`: the action as GitHub runs it, without node_modules: `action/dist`, made of the sources and of the
// packages they use. Files that are read at run time are not in it: they are read where they lie in the repository.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { licencesOf } from './bundle-licences.ts'

/** What `action.yml` starts, in `action/src`, the command, and what the command starts on other threads. */
const ENTRIES = ['main.ts', 'post.ts', 'report.ts', 'plimsoll.ts', 'simulate/worker.ts']

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'action/dist')

/**
 * Write the bundle: a small file of each entry, what they share in chunks beside them, and the licences of what is in
 * it. It depends on the sources and on package-lock.json, and on nothing of this machine.
 * @param directory emptied first
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
    // Packages in CommonJS require Node's own modules.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    minify: true,
    // What the entries share is there once, and the first line of the log waits for none of it.
    splitting: true,
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    metafile: true,
    plugins: [readWhereTheyLie, leaveUndiciOut],
  })
  writeFileSync(join(directory, 'licenses.txt'), licencesOf(metafile, root))
}

/**
 * A source that reads a file beside itself still finds it: its address is made from that of the bundle. What runs on
 * another thread lies in the bundle.
 */
const readWhereTheyLie: Plugin = {
  name: 'read files where they lie',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const other = /\bimport\.meta\.(?!url\b)\w+/.exec(source)
      if (other) return { errors: [{ text: `${other[0]} is the bundle's own: use import.meta.url.` }] }
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

/** An import of a file of a folder, its name known at run time only, as a choice of those there are but their tests. */
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

/** How much of the bundle an entry may load, in bytes: as it is, and each file gzipped. */
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

/** One line about each entry. */
export function describeSizes(): string[] {
  return ENTRIES.map((entry) => {
    const name = `${basename(entry, '.ts')}.js`
    const { files, bytes, gzipped } = sizeOf(name)
    const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
    return `action/dist/${name} and what it loads: ${files} files, ${kB(bytes)}, ${kB(gzipped)} gzipped`
  })
}

if (import.meta.main) {
  await bundle(dist)
  for (const line of describeSizes()) console.log(line)
}
