import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
