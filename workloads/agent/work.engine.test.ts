import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import { agentVolume, docker, importImage, requireDocker, runAgentIn } from './test/images.ts'
import { only, temporaryDirectory } from './test/run-agent.ts'

const AGENT = '/.plimsoll/agent'
const MEBIBYTE = 1_048_576
const engine = await requireDocker()

const directory = await temporaryDirectory()
let image = ''
let volume = ''

/** Makes an image whose only layer contains two files, of 8 and 64 MiB. */
beforeAll(async () => {
  if (!engine) return
  const tree = await mkdtemp(path.join(directory, 'tree-'))
  await mkdir(path.join(tree, 'lower'))
  await writeFile(path.join(tree, 'lower', '8'), randomBytes(8 * MEBIBYTE))
  await writeFile(path.join(tree, 'lower', '64'), randomBytes(64 * MEBIBYTE))
  image = await importImage(tree)
  volume = await agentVolume(image, agentBinary('linux'))
})

/**
 * Does a work in a new container. The agent is process 1 and times the work. The line that the work prints is in the
 * tail of `run`.
 */
async function work(values: string[], steps: string[] = [], options: string[] = []) {
  const result = await runAgentIn(volume, image, ['run', ...steps, '--', AGENT, ...values], options)
  return { result, line: JSON.parse(String(only(result, 'run').tail)) }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

test('the first write to a file of a lower layer copies it, and takes the longer the larger it is', async (context) => {
  const storage = await docker('info', '--format', '{{.Driver}} {{.DriverStatus}}')
  // The storage drivers btrfs, xfs and zfs share a file's blocks between layers instead of copying them.
  if (!/^overlay/.test(storage) || /btrfs|xfs|zfs/.test(storage)) context.skip(`Nothing is copied on ${storage}.`)
  const copies: Record<string, number[]> = { new: [], small: [], large: [] }
  for (let round = 0; round < 3; round++) {
    const small = (await work(['copy-up', '/lower/8'])).line
    const large = (await work(['copy-up', '/lower/64'])).line
    const fresh = (await work(['copy-up', '/upper/64'], ['--copy', '/lower', '/upper'])).line
    expect([small.bytes, large.bytes, fresh.bytes]).toEqual([8 * MEBIBYTE, 64 * MEBIBYTE, 64 * MEBIBYTE])
    expect(large.open).toBeGreaterThan(large.write)
    copies.small?.push(small.duration)
    copies.large?.push(large.duration)
    copies.new?.push(fresh.duration)
  }
  const [fresh, small, large] = [copies.new, copies.small, copies.large].map((values) => median(values ?? []))
  expect(large, JSON.stringify(copies)).toBeGreaterThan(3 * Number(small))
  expect(large, JSON.stringify(copies)).toBeGreaterThan(10 * Number(fresh))
})

test.each([
  ['write', ['write', '/small/file', `${2 * MEBIBYTE}`, '65536'], 'write-file', '/small/file'],
  ['sweep', ['sweep', '/small', `${2 * MEBIBYTE}`, '65536'], 'write', '/small'],
])('a %s that does not fit is an error with the reason and leaves no file', async (_, values, doing, where) => {
  const { result, line } = await work(values, ['--count', '/small'], ['--tmpfs', '/small:size=1m'])
  expect(line).toEqual({ step: 'error', doing, path: where, message: 'No space left on device' })
  expect(only(result, 'run').exit).toBe(2)
  expect(only(result, 'count')).toMatchObject({ files: 0, bytes: 0 })
})

test.each([
  [600, { step: 'metadata', files: 500 }],
  [400, { step: 'error', doing: 'create', message: 'No space left on device' }],
])(
  'metadata has all its files at once, so %d inodes decide, and leaves an empty directory',
  async (inodes, expected) => {
    const few = ['--tmpfs', `/few:nr_inodes=${inodes}`]
    const { result, line } = await work(['metadata', '/few', '500'], ['--count', '/few'], few)
    expect(line).toMatchObject(expected)
    expect(only(result, 'count')).toMatchObject({ files: 0, directories: 1 })
  },
)

// Other programs, and the file of tests that runs beside this one, may leave the work less than its half. `npm test`
// checks what holds on a busy machine too: the limit. `npm run test:full` also waits for a moment that leaves it its half.
const [THREADS, MINIMUM] = process.env.PLIMSOLL_TEST === 'full' ? [[1, 2], 0.47] : [[1], 0]
test.each(THREADS)('half a CPU is half a CPU, for %d busy threads', async (threads) => {
  const share = async () => {
    const { line } = await work(['cpu', `${threads}`, '2000'], [], ['--cpus', '0.5'])
    return line.cpu / line.wall
  }
  await expect.poll(share).toSatisfy((value: number) => value > MINIMUM && value <= 0.53)
})
