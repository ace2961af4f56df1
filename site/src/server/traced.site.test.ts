import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identify } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { submissionBody } from '../ingest/testing.ts'
import { startSigstore, submissionOf, trustSigstore } from '../provenance/testing.ts'
import { openRegistry } from '../store/registry.ts'
import { temporaryDirectory, toBytes } from '../testing.ts'
import { BASE, runOfWorkflow } from './testing.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'bin', 'plimsoll-registry.js')
const STRACE = '/usr/bin/strace'

// These tests need strace. `npm test` installs it if it has permission to.
test.skipIf(!existsSync(STRACE))(
  'system calls: bundle, document and statement are synchronised, file and directory each, before 201 is written',
  async () => {
    const directory = temporaryDirectory()
    const { id, trace } = await traceOneSubmission(directory)
    const folder = (name: string) => literal(path.join(directory, 'registry', name))
    const files = ['documents/ID.sigstore.json', 'documents/ID.json', 'statements/ID.jsonl'].map((name) => {
      const [parent = '', file = ''] = name.replace('ID', id).split('/')
      const temporary = `${folder(parent)}/\\.${literal(file)}\\.[0-9a-f]{12}`
      return {
        content: RegExp(`fsync\\(\\d+<${temporary}>.*= 0$`),
        name: RegExp(`link(at)?\\(.*${temporary}".*${folder(parent)}/${literal(file)}".*= 0$`),
        directory: RegExp(`fsync\\(\\d+<${folder(parent)}>.*= 0$`),
      }
    })
    // The contents wait for the disk together, and so do the directories.
    const steps = [
      files.map(({ content }) => content),
      ...files.map(({ name }) => [name]),
      files.map(({ directory }) => directory),
      [/writev?\(.*HTTP\/1\.1 201/],
    ]
    let at = -1
    for (const step of steps) {
      const found = step.map((call) => trace.findIndex((line, index) => index > at && call.test(line)))
      expect(Math.min(...found), `${step} after line ${at} of:\n${trace.join('\n')}`).toBeGreaterThan(at)
      at = Math.max(...found)
    }
    expect(trace.filter((line) => line.includes('HTTP/1.1 201'))).toHaveLength(1)
  },
)

/**
 * Returns the system calls that matter here of a server that accepts one document, in the order in which they ended.
 */
async function traceOneSubmission(directory: string): Promise<{ id: string; trace: string[] }> {
  const sigstore = await startSigstore()
  const out = path.join(directory, 'site')
  mkdirSync(out)
  trustSigstore(openRegistry(path.join(directory, 'registry')), sigstore)
  writeFileSync(path.join(out, 'index.html'), '<!doctype html><title>Home</title>')
  const file = path.join(directory, 'trace')
  const serve = ['serve', '--registry', path.join(directory, 'registry'), '--out', out, '--port', '0']
  const ingest = ['--base-url', BASE, '--ingest', '--rebuild-after', '1000000']
  // With --daemonize, the server and not strace is the child of this process. So the server receives the signals, and
  // this process notices when the server ends.
  const calls = [
    '--daemonize',
    '--follow-forks',
    '--decode-fds=path',
    '--trace=fsync,link,linkat,write,writev',
    '--string-limit=200',
  ]
  const command = [...calls, '--output', file, process.execPath, COMMAND, ...serve, ...ingest]
  const traced = spawn(STRACE, command, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(traced, 'close')
  try {
    const document = runOfWorkflow()
    const { id } = identify(document)
    const address = await addressOf(traced)
    const bundle = await sigstore.sign(submissionOf(document))
    const response = await fetch(new URL('/api/v1/runs', address), {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: submissionBody(bundle, toBytes(document)),
    })
    expect(response.status).toBe(201)
    traced.kill('SIGTERM')
    await ended
    return {
      id,
      trace: whole(readFileSync(file, 'utf8').split('\n')).filter(
        (line) => line.includes(id) || /registry|HTTP/.test(line),
      ),
    }
  } finally {
    traced.kill('SIGKILL')
    await sigstore.close()
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of stdout ?? []) return String(line).trim()
  throw new Error('The server did not start under strace.')
}

/** Joins the two halves of each call that strace split because a call of another thread came between them. */
function whole(lines: string[]): string[] {
  const begun = new Map<string, string>()
  return lines.flatMap((line) => {
    const [process = ''] = line.split(' ')
    if (line.endsWith('<unfinished ...>')) {
      begun.set(process, line.replace('<unfinished ...>', ''))
      return []
    }
    return [line.replace(/^.*<\.\.\. \w+ resumed>/, () => begun.get(process) ?? '')]
  })
}

function literal(text: string): string {
  return text.replaceAll('.', '\\.')
}
