import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { expect, onTestFinished, test } from 'vitest'
import { captureOutput } from '../../../schema/test/capture-output.ts'
import { main } from '../command.ts'
import { startSigstore, submissionOf, trustSigstore } from '../provenance/testing.ts'
import { openRegistry } from '../store/registry.ts'
import { exampleRun, temporaryDirectory, toBytes } from '../testing.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')

test('a named pipe, a directory, a file with 3 GB and a link to itself are rejected, and the documents beside them are stored', async () => {
  const directory = temporaryDirectory()
  const runs = path.join(directory, 'runs')
  mkdirSync(path.join(runs, 'directory.json'), { recursive: true })
  expect(spawnSync('mkfifo', [path.join(runs, 'pipe.json')]).status).toBe(0)
  symlinkSync('loop.json', path.join(runs, 'loop.json'))
  writeFileSync(path.join(runs, 'large.json'), '')
  truncateSync(path.join(runs, 'large.json'), 3e9)
  writeFileSync(path.join(runs, 'run.json'), toBytes(exampleRun()))
  const child = spawn(process.execPath, [COMMAND, 'import', runs, '--registry', path.join(directory, 'registry')])
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  for (const name of ['pipe', 'directory'])
    expect(stderr).toContain(`${path.join(runs, `${name}.json`)}: it is not a regular file.`)
  expect(stderr).toMatch(/large\.json is not a valid run document:\n.*larger than 5 MB/)
  expect(stderr).toContain('loop.json: the file cannot be read')
  expect(stderr).toContain('1 stored, 4 rejected.')
})

test('the bundle beside a document is imported with it, and an invalid one is rejected with its document', async () => {
  const directory = temporaryDirectory()
  const registry = openRegistry(path.join(directory, 'registry'))
  const sigstore = await startSigstore()
  onTestFinished(() => sigstore.close())
  trustSigstore(registry, sigstore)
  const runs = path.join(directory, 'runs')
  mkdirSync(runs)
  const [signed, other] = [exampleRun(), exampleRun(({ notes }) => notes.push({ code: 'n', text: 'other' }))]
  const bundle = await sigstore.sign(submissionOf(signed), { claims: { sha: signed.source?.commit } })
  for (const [name, run] of Object.entries({ signed, swapped: other })) {
    writeFileSync(path.join(runs, `${name}.json`), toBytes(run))
    writeFileSync(path.join(runs, `${name}.sigstore.json`), bundle)
  }
  const { exitCode, stdout, stderr } = await captureOutput(() =>
    main(['import', runs, '--registry', registry.directory]),
  )
  const { id } = identify(signed)
  expect(stdout).toBe(`${id} /runs/${id}\n`)
  expect(stderr).toMatch(/swapped\.sigstore\.json: it is for the document sha256:\w+, not for sha256:\w+\.\n/)
  expect(stderr).toContain('1 stored, 1 rejected.')
  expect(exitCode).toBe(1)
  expect(readdirSync(registry.documents).sort()).toEqual([`${id}.json`, `${id}.sigstore.json`])
  expect(readFileSync(path.join(registry.documents, `${id}.sigstore.json`))).toEqual(bundle)
})
