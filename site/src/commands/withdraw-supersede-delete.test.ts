import { appendFileSync, existsSync } from 'node:fs'
import type { RunDocument } from '@plimsoll/schema'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { captureOutput } from '../../../schema/test/capture-output.ts'
import { main } from '../command.ts'
import { startSigstore, submissionOf, type TestSigstore, trustSigstore } from '../provenance/testing.ts'
import { bundleFile, storeDocument } from '../store/documents.ts'
import { writeNewFile } from '../store/durable-files.ts'
import { importDocument } from '../store/import.ts'
import type { Registry } from '../store/registry.ts'
import { readStatements, statementFile } from '../store/statements.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'

const REPOSITORIES = ['Evil/project', 'example/project', 'example/project']
const COMMITS = ['a', 'b', 'b'].map((digit) => digit.repeat(40))
const SIGNED = COMMITS.map((commit, number) =>
  numbered(number, (run) => Object.assign(run.source ?? {}, { commit, repository: REPOSITORIES[number] })),
)

let trustedRoot: TestSigstore['trustedRoot']
let bundles: Buffer[]
let registry: Registry
/** The ids of the signed runs, and of one that is not signed. */
let ids: [string, string, string, string]

beforeAll(async () => {
  const sigstore = await startSigstore()
  trustedRoot = sigstore.trustedRoot
  bundles = await Promise.all(
    SIGNED.map((run, number) => {
      const owner = number === 0 ? '66' : '2002'
      const claims = { sha: run.source?.commit, repository: run.source?.repository, repository_owner_id: owner }
      return sigstore.sign(submissionOf(run), { claims })
    }),
  )
  await sigstore.close()
})

beforeEach(() => {
  registry = temporaryRegistry()
  trustSigstore(registry, { trustedRoot })
  const signed = SIGNED.map((run, number) => {
    const { id } = storeDocument(registry, toBytes(run))
    writeNewFile(bundleFile(registry, id), bundles[number] ?? Buffer.alloc(0))
    return id
  })
  ids = [...signed, importDocument(registry, toBytes(numbered(4))).id] as typeof ids
})

function numbered(number: number, change: (run: RunDocument) => void = () => {}): RunDocument {
  return exampleRun((run) => {
    run.notes.push({ code: 'number', text: String(number) })
    change(run)
  })
}

/** Withdraws runs, and returns the ids that were printed. */
async function withdraw(...args: string[]): Promise<{ code: number; printed: string[]; stderr: string }> {
  const { exitCode, stdout, stderr } = await captureOutput(() =>
    main(['withdraw', ...args, '--reason', 'a leaked key', '--registry', registry.directory]),
  )
  return { code: exitCode, printed: stdout.split('\n').filter((line) => line !== ''), stderr }
}

test.each<[string, string[], (runs: typeof ids) => string[]]>([
  ['an owner’s name, in any case', ['--owner', 'evil'], ([first]) => [first]],
  ['an owner’s id', ['--owner', 'owner-id:66'], ([first]) => [first]],
  ['a commit', ['--commit', 'b'.repeat(40)], ([, second, third]) => [second, third].sort()],
  [
    'an owner and a commit',
    ['--owner', 'example', '--commit', 'b'.repeat(40)],
    ([, ...both]) => both.slice(0, 2).sort(),
  ],
])('the signed runs of %s are withdrawn, and their ids are printed', async (_, conditions, expected) => {
  expect(await withdraw(...conditions)).toMatchObject({ code: 0, printed: expected(ids) })
  const withdrawn = ids.filter((id) => readStatements(registry, id).some(({ kind }) => kind === 'withdrawn'))
  expect(withdrawn.sort()).toEqual(expected(ids))
  for (const id of withdrawn) expect(readStatements(registry, id).at(-1)).not.toHaveProperty('bundle')
})

test.each([
  ['--owner', 'owner-id:6'],
  ['--owner', 'ev'],
  ['--owner', 'evil', '--commit', 'b'.repeat(40)],
  ['--commit', 'b'.repeat(39)],
])('no run is withdrawn for %s %s, and the command says so', async (...conditions) => {
  const { code, printed, stderr } = await withdraw(...conditions)
  expect({ code, printed }).toEqual({ code: 2, printed: [] })
  expect(stderr).toContain('No signed run of this owner or commit is left to withdraw.')
})

test('runs that were withdrawn before or deleted are not withdrawn again', async () => {
  const [, second, third] = ids
  await withdraw(second)
  await captureOutput(() => main(['delete', third, '--reason', 'a name', '--registry', registry.directory]))
  expect(existsSync(bundleFile(registry, third))).toBe(false)
  expect((await withdraw('--commit', 'b'.repeat(40))).stderr).toContain('is left to withdraw')
})

test('of several named runs, those that can be withdrawn are, and the others are reported', async () => {
  const [first, second, third] = ids
  appendFileSync(statementFile(registry, second), 'garbage\n')
  const { code, stderr } = await withdraw(first, second, third)
  expect(code).toBe(3)
  expect(stderr).toContain(`statements/${second}.jsonl, line 1, is damaged`)
  for (const id of [first, third]) expect(readStatements(registry, id)).toMatchObject([{ kind: 'withdrawn' }])
})

test('named runs and conditions together, or neither, are bad usage', async () => {
  for (const args of [[ids[0], '--owner', 'evil'], []])
    expect(await withdraw(...args)).toMatchObject({
      code: 2,
      printed: [],
      stderr: expect.stringContaining(
        'Name the runs to withdraw, or select them with --owner or --commit, but not both.',
      ),
    })
})

test('a run that is withdrawn again keeps the first reason, and the command says so', async () => {
  await withdraw(ids[3])
  const { code, stderr } = await withdraw(ids[3])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('was withdrawn before') })
  expect(readStatements(registry, ids[3]).map(({ kind }) => kind)).toEqual(['submitted', 'withdrawn'])
})

test('a path is no id of a run', async () => {
  const { code, stderr } = await withdraw(`../documents/${ids[3]}`)
  expect(code).not.toBe(0)
  expect(stderr).toContain('not found in this registry. Give the whole id')
})
