import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../src/testing.ts'

const SCRIPT = path.join(import.meta.dirname, '..', '..', 'examples', 'results', 'check-results.sh')
const [ID, OTHER] = ['a'.repeat(26), 'b'.repeat(26)]
const SUBMITTED = '{"kind":"submitted","tier":"self-reported","at":"2026-01-01T00:00:00Z"}\n'
const TOMBSTONE = '{"kind":"tombstone","hash":"sha256:0","reason":"a name","at":"2026-01-01T00:00:00Z"}\n'

const hasJq = spawnSync('jq', ['--version']).status === 0

/** What the script says of a change to a repository of results that holds one run, of which something was said. */
function check(change: (directory: string) => void): { status: number | null; said: string } {
  const directory = temporaryDirectory()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: directory })
  git('init', '--quiet')
  for (const folder of ['documents', 'statements']) mkdirSync(path.join(directory, folder))
  copyFileSync(SCRIPT, path.join(directory, 'check-results.sh'))
  writeFileSync(path.join(directory, 'documents', `${ID}.json`), '{"cells":[]}')
  writeFileSync(path.join(directory, 'statements', `${ID}.jsonl`), SUBMITTED)
  git('add', '.')
  git('commit', '--quiet', '--message', 'A run')
  change(directory)
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '--message', 'A change')
  const { status, stdout, stderr } = spawnSync('bash', ['check-results.sh'], { cwd: directory, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

const statements = (directory: string, id = ID) => path.join(directory, 'statements', `${id}.jsonl`)
const document = (directory: string, id = ID) => path.join(directory, 'documents', `${id}.json`)

describe.skipIf(!hasJq)('a repository of results', () => {
  test.each<[string, (directory: string) => void]>([
    ['with no change', () => {}],
    ['with another run', (at) => writeFileSync(document(at, OTHER), '{}')],
    ['in which more was said of a run', (at) => appendFileSync(statements(at), '{"kind":"withdrawn"}\n')],
    [
      'from which a run was taken out that has a tombstone',
      (at) => {
        rmSync(document(at))
        appendFileSync(statements(at), TOMBSTONE)
      },
    ],
  ])('%s passes', (_name, change) => {
    expect(check(change)).toEqual({ status: 0, said: '' })
  })

  test.each<[string, (directory: string) => void, RegExp]>([
    ['whose document was rewritten', (at) => writeFileSync(document(at), '{ "cells": [] }'), /json was rewritten/],
    ['whose document is gone', (at) => rmSync(document(at)), /json is gone/],
    [
      'whose document has another name now',
      (at) => {
        rmSync(document(at))
        writeFileSync(document(at, OTHER), '{"cells":[]}')
      },
      /json is gone/,
    ],
    ['whose statement was rewritten', (at) => writeFileSync(statements(at), TOMBSTONE), /jsonl was rewritten/],
    ['whose statement is gone', (at) => rmSync(statements(at)), /jsonl is gone/],
    ['with a signed statement', (at) => appendFileSync(statements(at), '{"kind":"signed"}\n'), /jsonl is signed/],
    [
      'with a signed statement in other letters',
      (at) => writeFileSync(statements(at, OTHER), '{ "kind" : "\\u0073igned" }'),
      /jsonl is signed/,
    ],
    ['with a torn statement', (at) => appendFileSync(statements(at), '{"kind":'), /no JSON/],
  ])('%s is refused', (_name, change, sentence) => {
    const { status, said } = check(change)
    expect(said).toMatch(sentence)
    expect(status).toBe(1)
  })
})
