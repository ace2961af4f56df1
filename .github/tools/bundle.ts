// `npm run bundle`: builds `action/dist`, which GitHub runs without node_modules, from the sources and their packages.
// `npm run bundle -- DIRECTORY` builds the same files elsewhere.
// Git ignores `action/dist`: the release workflow commits it, and tests and workflows build it before they run it.
// Files that the action reads at run time are not bundled. The bundle reads those files from their path in the
// repository.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { collectLicences } from '../../site/src/site-build/bundle-licences.ts'

/** The entry point of the command. */
export const COMMAND = 'action/src/plimsoll.ts'

/**
 * All entry points, each bundled into one file of its own: the command, the entries of the `action.yml` files, the
 * steps that these load if they can run them, and the client of Sigstore.
 */
const ENTRIES = [
  COMMAND,
  ...['main', 'measure-step', 'post', 'post-step', 'report', 'report-step', 'watch', 'watch-step'].map(
    (name) => `action/src/${name}.ts`,
  ),
  'action/src/publish/sigstore-client.ts',
]

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The directory of the bundle that the action runs. */
export const DIST: string = join(root, 'action/dist')

/**
 * Writes the bundle: one file per entry, and the licences of the bundled packages. The output depends only on the
 * sources and package-lock.json, not on this machine. Several processes may write the same bundle at the same time, and
 * others may run it meanwhile.
 * @param directory the directory of the bundle
 * @param entries the entry points to bundle, relative to the root of the repository
 */
export async function bundle(directory: string, entries: string[] = ENTRIES): Promise<void> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: directory,
    entryNames: '[name]',
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The banner defines `require`, because CommonJS packages `require` Node's built-in modules.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    minify: true,
    legalComments: 'none',
    metafile: true,
    plugins: [keepEntriesApart, keepSourceAddresses, leaveUndiciOut],
  })
  writeFiles(directory, [
    ...outputFiles.map(({ path, contents }): [string, Uint8Array] => [basename(path), contents]),
    ['licenses.txt', Buffer.from(collectLicences(metafile, root))],
  ])
}

/** Writes files beside their directory and renames them into it, so that no process reads an incomplete file. */
function writeFiles(directory: string, files: [name: string, contents: Uint8Array][]): void {
  mkdirSync(directory, { recursive: true })
  const beside = mkdtempSync(`${resolve(directory)}-`)
  for (const [name, contents] of files) {
    writeFileSync(join(beside, name), contents)
    renameSync(join(beside, name), join(directory, name))
  }
  rmdirSync(beside)
}

/**
 * Leave an entry that another entry imports dynamically in its own file. So an entry prints its first log line before
 * Node reads the rest.
 */
const keepEntriesApart: Plugin = {
  name: 'keep entries apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/[\w-]+\.ts$/ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' && ENTRIES.includes(relative(root, join(resolveDir, path)))
        ? { path: path.replace(/\.ts$/, '.js'), external: true }
        : undefined,
    )
  },
}

/**
 * Rewrite `import.meta.url`, so that a bundled source still finds the files next to its original file: the new address
 * is relative to the bundle.
 */
const keepSourceAddresses: Plugin = {
  name: 'keep the addresses of source files',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const other = /\bimport\.meta\.(?!url\b)\w+/.exec(source)
      if (other) return { errors: [{ text: `${other[0]} would describe the bundle: use import.meta.url.` }] }
      const address = `new URL(${JSON.stringify(relative(DIST, path))}, import.meta.url).href`
      const contents = listFolders(source.replaceAll('import.meta.url', address), dirname(path))
      return { contents, loader: 'ts' }
    })
  },
}

/** Replaces a dynamic import from a folder with a table of imports of all files in the folder, tests excluded. */
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

/** The files of a bundle with their sizes, one line per file. */
export function describeSizes(directory: string = DIST): string[] {
  return readdirSync(directory).map((name) => {
    const content = readFileSync(join(directory, name))
    const kB = ({ length }: Buffer) => `${(length / 1000).toFixed(0)} kB`
    return `action/dist/${name}: ${kB(content)}, ${kB(gzipSync(content, { level: 9 }))} gzipped`
  })
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2)
  await bundle(directory ?? DIST)
  if (directory === undefined) for (const line of describeSizes()) console.log(line)
}
