// `npm run pack`: builds the npm package `plimsoll` as it is published. It is one tarball with the command, the
// registry's command, and the files that the two commands read.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { makeProgram } from '../../action/src/command.ts'
import { plimsollCommit } from '../../action/src/plimsoll-commit.ts'
import { VERSION } from '../../action/src/version.ts'
import { bundle, COMMAND } from './bundle.ts'
import { manPage } from './reference/man-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The contents of the package. The command needs its bundle and the files that it reads; the registry needs its
 * sources.
 */
const PACKED = [
  /^(README\.md|LICENSE|CHANGELOG\.md|tsconfig\.json)$/,
  /^action\/(package\.json|bin\/.*)$/,
  /^workloads\/(package\.json|(catalog|suites|image|agent\/bin)\/.*)$/,
  // The command reads only the names of these files. Their code is in the bundle.
  /^workloads\/src\/(engines|scenarios)\/[^/]+\.ts$/,
  /^action\/src\/report\/formats\/[^/]+\.ts$/,
  /^schema\/(package\.json|README\.md|run\.v1\.schema\.json|src\/.*)$/,
  /^site\//,
  /^examples\/known-truth\/outcomes\.json$/,
]
const LEFT_OUT = [
  /\.test\.tsx?$/,
  /\/test\//,
  /[/-]testing\.ts$/,
  /^site\/src\/(store\/test-setup|docs\/snippets)\.ts$/,
  /^site\/.*\.py$/,
  /^site\/(bench|hosting)\//,
  /\.map$/,
]

/** The path of the manual page in the package. */
const MAN_PAGE = 'action/plimsoll.1'

interface Manifest {
  version: string
  license: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/**
 * Writes the tarball of the package. It contains files that git tracks, as they are in the working folder.
 * @param directory the directory of the tarball
 * @returns the tarball's path, and npm's description of the tarball: sizes in bytes, and the paths of the packed
 *   files
 */
export async function pack(
  directory: string,
): Promise<{ file: string; size: number; unpackedSize: number; paths: string[] }> {
  const staging = mkdtempSync(join(tmpdir(), 'plimsoll-pack-'))
  try {
    await execa(process.execPath, [join(root, 'site/src/store/generate-prisma-client.ts')])
    for (const file of await packedFiles()) copy(file, staging)
    await bundle(join(staging, 'action/dist'), [COMMAND])
    // This folder is generated, so git does not track it. Without it, an installation would need Prisma's command.
    copy('site/generated/prisma', staging)
    writeFileSync(
      join(staging, MAN_PAGE),
      manPage(
        makeProgram(() => {}),
        VERSION,
      ),
    )
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
    const packed = await execa(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(directory)],
      {
        cwd: staging,
      },
    )
    const [said] = JSON.parse(packed.stdout) as [
      { filename: string; size: number; unpackedSize: number; files: { path: string }[] },
    ]
    const paths = said.files.map(({ path }) => path)
    return { file: join(resolve(directory), said.filename), size: said.size, unpackedSize: said.unpackedSize, paths }
  } finally {
    rmSync(staging, { recursive: true })
  }
}

/** The files of the package that git tracks: nothing else in a working folder is meant for others. */
export async function packedFiles(repository = root): Promise<string[]> {
  const { stdout } = await execa('git', ['-C', repository, 'ls-files', '-z', '--deduplicate'])
  return stdout.split('\0').filter((file) => isPacked(file, repository))
}

/** Whether the package has a file of the repository. */
export function isPacked(file: string, repository = root): boolean {
  // git still lists a file that was deleted if the deletion is not committed.
  return matches(PACKED, file) && !matches(LEFT_OUT, file) && existsSync(join(repository, file))
}

function matches(patterns: RegExp[], file: string): boolean {
  return patterns.some((pattern) => pattern.test(file))
}

function copy(file: string, staging: string): void {
  mkdirSync(dirname(join(staging, file)), { recursive: true })
  cpSync(join(root, file), join(staging, file), { recursive: true })
}

async function manifest(): Promise<object> {
  const [action, schema, site] = ['action', 'schema', 'site'].map(
    (room) => JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')) as Manifest,
  ) as [Manifest, Manifest, Manifest]
  const { '@plimsoll/schema': _, ...dependencies } = { ...schema.dependencies, ...site.dependencies }
  const commit = await plimsollCommit()
  return {
    name: 'plimsoll',
    version: action.version,
    description:
      'How much slower work gets in a container, through a virtual machine, across a shared folder: measured',
    keywords: ['benchmark', 'container', 'docker', 'lima', 'colima', 'podman', 'macos'],
    license: action.license,
    type: 'module',
    engines: { node: '>=24' },
    bin: { plimsoll: 'action/bin/plimsoll.js', 'plimsoll-registry': 'site/bin/plimsoll-registry.js' },
    man: MAN_PAGE,
    // These are dependencies of the registry only, because the command is bundled.
    dependencies,
    ...(commit ? { gitHead: commit } : {}),
  }
}

if (import.meta.main) {
  const { file, size, unpackedSize, paths } = await pack(root)
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
  console.log(
    `${file}: ${kB(statSync(file).size)} (${kB(size)} as npm counts), ${paths.length} files, ${kB(unpackedSize)} unpacked`,
  )
}
