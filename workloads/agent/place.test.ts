import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readFile, readlink, stat, statfs, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import { agent, only, temporaryDirectory } from './test/run-agent.ts'

const directory = await temporaryDirectory()

const pathIn = (...names: string[]) => path.join(directory, ...names)

/** Makes a tree of 3 files (5, 0 and 70,000 bytes), 2 directories (one is read-only) and 2 links (one is dangling). */
async function makeTree(name: string): Promise<string> {
  const tree = pathIn(name)
  await mkdir(path.join(tree, 'sub', 'locked'), { recursive: true })
  await writeFile(path.join(tree, 'a file'), 'hello')
  await writeFile(path.join(tree, 'sub', 'empty'), '', { mode: 0o444 })
  await writeFile(path.join(tree, 'sub', 'locked', 'large'), 'x'.repeat(70_000), { mode: 0o755 })
  await symlink('a file', path.join(tree, 'link'))
  await symlink('/no/such', path.join(tree, 'sub', 'dangling'))
  await chmod(path.join(tree, 'a file'), 0o662)
  await chmod(path.join(tree, 'sub', 'locked'), 0o555)
  return tree
}

test('a token written on one side is read on the other, at most 256 bytes of it', async () => {
  const file = pathIn('token')
  const result = await agent('run', '--write', file, 'one "two"', '--read', file)
  expect(result.lines).toEqual([
    { step: 'write', path: file },
    { step: 'read', path: file, text: 'one "two"' },
  ])
  await writeFile(file, 'y'.repeat(300))
  expect(only(await agent('run', '--read', file), 'read').text).toBe('y'.repeat(256))
})

test('an unreadable file stops all later steps', async () => {
  const result = await agent('run', '--read', pathIn('missing'), '--count', directory, '--', 'true')
  expect(result.code).toBe(2)
  expect(result.lines).toEqual([
    { step: 'error', doing: 'read', path: pathIn('missing'), message: 'No such file or directory' },
  ])
})

test('a copy has the files, directories, links, contents and modes, whatever the umask', async () => {
  const tree = await makeTree('original')
  const copy = pathIn('new', 'parents', 'copy')
  const umask = process.umask(0o077)
  const result = await agent('run', '--copy', tree, copy)
  process.umask(umask)
  expect(only(result, 'copy')).toEqual({ step: 'copy', path: copy, files: 3 })
  for (const name of ['a file', 'sub', 'sub/empty', 'sub/locked', 'sub/locked/large']) {
    expect((await stat(path.join(copy, name))).mode, name).toBe((await stat(path.join(tree, name))).mode)
  }
  const large = 'sub/locked/large'
  expect((await stat(path.join(copy, large))).mtimeMs).toBe((await stat(path.join(tree, large))).mtimeMs)
  expect(await readFile(path.join(copy, 'sub/locked/large'), 'utf8')).toBe('x'.repeat(70_000))
  expect(await readlink(path.join(copy, 'link'))).toBe('a file')
  expect((await lstat(path.join(copy, 'sub/dangling'))).isSymbolicLink()).toBe(true)
  await chmod(path.join(tree, 'sub/locked'), 0o755)
  await chmod(path.join(copy, 'sub/locked'), 0o755)
})

test('a copy never writes over a file that is there', async () => {
  const source = pathIn('source')
  const target = pathIn('target')
  await mkdir(source)
  await mkdir(target)
  await writeFile(path.join(source, 'same'), 'new')
  await writeFile(path.join(target, 'same'), 'old')
  const result = await agent('run', '--copy', source, target)
  expect(result.code).toBe(2)
  expect(only(result, 'error')).toMatchObject({
    doing: 'copy',
    path: path.join(target, 'same'),
    message: 'File exists',
  })
  expect(await readFile(path.join(target, 'same'), 'utf8')).toBe('old')
})

test('the error about copying a missing directory names it', async () => {
  const result = await agent('run', '--copy', pathIn('nowhere'), pathIn('copy of nowhere'))
  expect(only(result, 'error')).toMatchObject({ doing: 'copy', path: pathIn('nowhere') })
})

test('a count tells files, directories, links and bytes apart and follows no link', async () => {
  const tree = await makeTree('counted')
  await symlink('sub', path.join(tree, 'directory link'))
  const line = only(await agent('run', '--count', tree), 'count')
  expect(line).toEqual({ step: 'count', path: tree, files: 3, directories: 2, links: 3, bytes: 70_005 })
  await chmod(path.join(tree, 'sub/locked'), 0o755)
})

test('a count comes after the command and sees what it made', async () => {
  const made = pathIn('made-by-the-command')
  const result = await agent('run', '--count', made, '--', 'sh', '-c', 'mkdir "$0"; echo x > "$0/file"', made)
  expect(result.lines.map((line) => line.step)).toEqual(['run', 'count'])
  expect(only(result, 'count')).toMatchObject({ files: 1, bytes: 2 })
})

test.runIf(process.platform === 'linux')('the type of a file system is what the system itself says', async () => {
  for (const known of [directory, '/', '/proc', '/dev']) {
    const type = execFileSync('findmnt', ['-no', 'FSTYPE', '-T', known], { encoding: 'utf8' }).trim().split('\n').at(-1)
    expect(only(await agent('run', '--describe', known), 'describe').filesystem, known).toBe(type)
  }
  expect(only(await agent('run', '--describe', '/proc'), 'describe').mounted).toBe(true)
  expect(only(await agent('run', '--describe', directory), 'describe').mounted).toBe(false)
  const available = Number(only(await agent('run', '--describe', directory), 'describe').available)
  const { bavail, bsize } = await statfs(directory)
  expect(Math.abs(available - bavail * bsize)).toBeLessThan(1e9) // Other programs write to the same file system.
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a mount point with a space and one mount on top of another are read correctly',
  async () => {
    const point = pathIn('with space')
    await mkdir(point)
    const script =
      'mount -t tmpfs none "$2" && mount -t ramfs none "$2" && mkdir "$2/in" && "$1" run --describe "$2/in" --describe "$2"'
    const output = execFileSync('unshare', ['-m', 'sh', '-c', script, 'sh', agentBinary(), point], { encoding: 'utf8' })
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { step: 'describe', path: `${point}/in`, filesystem: 'ramfs', mounted: false, available: 0 },
      { step: 'describe', path: point, filesystem: 'ramfs', mounted: true, available: 0 },
    ])
  },
)

test('a missing directory cannot be described', async () => {
  const result = await agent('run', '--describe', pathIn('nowhere'))
  expect(result.code).toBe(2)
  expect(only(result, 'error')).toMatchObject({ doing: 'describe', path: pathIn('nowhere') })
})

test('--make creates a directory with its parents, and does not change an existing one', async () => {
  const made = pathIn('made', 'with', 'parents')
  expect((await agent('run', '--make', made)).lines).toEqual([{ step: 'make', path: made }])
  await writeFile(path.join(made, 'kept'), '')
  expect((await agent('run', '--make', made, '--count', made)).lines.at(-1)).toMatchObject({ files: 1 })
  const blocked = await agent('run', '--make', path.join(made, 'kept', 'below'))
  expect(blocked.lines).toEqual([
    { step: 'error', doing: 'make', path: path.join(made, 'kept', 'below'), message: 'Not a directory' },
  ])
})

test('--empty removes the contents of a directory, but no target of a link', async () => {
  const full = await makeTree('full')
  await mkdir(pathIn('elsewhere'))
  await writeFile(pathIn('elsewhere', 'safe'), '')
  await symlink(pathIn('elsewhere'), path.join(full, 'sub', 'out'))
  await chmod(path.join(full, 'sub/locked'), 0o755)
  expect((await agent('run', '--empty', full)).lines).toEqual([{ step: 'empty', path: full }])
  expect(only(await agent('run', '--count', full), 'count')).toMatchObject({ files: 0, directories: 0, links: 0 })
  expect(only(await agent('run', '--count', pathIn('elsewhere')), 'count')).toMatchObject({ files: 1 })
})

/** The type of ext2, ext3 and ext4 in `statfs(2)`. */
const EXT = 0xef53
const isOnExt = process.platform === 'linux' && (await statfs(directory)).type === EXT

test.skipIf(!isOnExt)('on ext4, the directories in a made one are placed far from each other', async () => {
  const made = pathIn('spread')
  expect((await agent('run', '--make', made)).code).toBe(0)
  expect(execFileSync('lsattr', ['-d', made], { encoding: 'utf8' }).split(' ')[0]).toContain('T')
  const again = await agent('run', '--make', made)
  expect(only(again, 'make')).toEqual({ step: 'make', path: made })
})
