import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkDocument, type Work } from '../../../schema/test/check-document.ts'
import { benchmark, runDocument, sample } from '../../../schema/test/document.ts'
import { CASES, plainDocument } from '../../test/comment/jobs.ts'
import { forgetSummaryFile } from '../../test/runner/run-in-process.ts'
import type { WorkflowEvent } from '../github/event.ts'
import { readInputs } from '../inputs/read-inputs.ts'
import { reportResult } from './report-result.ts'

const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
afterAll(() => {
  rmSync(directory, { recursive: true })
  process.exitCode = 0
})
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  for (const name of ['output', 'summary']) writeFileSync(join(directory, name), '')
  forgetSummaryFile()
  vi.stubEnv('GITHUB_OUTPUT', join(directory, 'output'))
  vi.stubEnv('GITHUB_STEP_SUMMARY', join(directory, 'summary'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const CANNOT: Work = { ends: { variant: 'base', status: 'unsupported', reason: 'no volume driver', rounds: 0 } }

test.each([
  [
    'no-image',
    'unsupported',
    'nothing was measured: Image debian:trixie-slimm not found in Docker Engine, and the pull failed.',
  ],
  ['no-image-check', 'unsupported', 'nothing was measured: Image debian:trixie-slimm not found'],
  ['no-command', 'measured', '2 of 2 benchmarks failed: sort-lines: run srot: No such file or directory'],
])('an own workload that cannot run fails the step with the reason: %s', async (name, status, reason) => {
  const [job] = CASES[name]?.() ?? []
  if (job?.status !== 'measured') throw new Error(`${name} is not a measured job`)
  expect(await toldOf(job.run.document, 'skip')).toEqual({
    status,
    log: expect.stringContaining(`::error::Plimsoll: ${reason}`),
  })
  expect(readFileSync(join(directory, 'summary'), 'utf8')).toMatch(/^### ⚠ Plimsoll: /u)
})

/** The output `status` of a step with these results, and the step's log. */
function told(works: Work[], onUnsupported: string) {
  return toldOf(checkDocument(works, { bias: null }), onUnsupported)
}

async function toldOf(
  document: RunDocument,
  onUnsupported: string,
  failOn = '',
): Promise<{ status: string | undefined; log: string }> {
  const file = join(directory, 'run.json')
  writeFileSync(file, JSON.stringify(document))
  const given: Record<string, string> = { 'on-unsupported': onUnsupported, 'fail-on': failOn, comment: 'false' }
  await reportResult(
    readInputs((name) => given[name] ?? ''),
    { name: 'other', fork: false } as WorkflowEvent,
    file,
  ).catch((error: Error) => process.stdout.write(`thrown: ${error.message}`))
  const status = /^status<<(\S+)\n(.*)\n\1$/m.exec(readFileSync(join(directory, 'output'), 'utf8'))?.[2]
  return { status, log: vi.mocked(process.stdout.write).mock.calls.join('\n') }
}

test.each([
  ['skip', '::notice::Nothing was compared: No benchmark of the check can run in both variants'],
  ['fail', 'thrown: No benchmark of the check can run in both variants'],
])('a check without any comparable benchmark is unsupported; on-unsupported: %s decides its end', async (on, how) => {
  expect(await told([CANNOT, { ...CANNOT, scenario: 'volume' }], on)).toEqual({
    status: 'unsupported',
    log: expect.stringContaining(how),
  })
})

test('a check with one comparable benchmark is measured', async () => {
  const { status, log } = await told([CANNOT, { scenario: 'bind' }], 'fail')
  expect(status).toBe('measured')
  expect(log).not.toContain('No benchmark of the check')
})

test.each([
  ['skip', '::notice::Plimsoll: nothing was measured on Docker Engine: no volume driver.'],
  ['fail', 'thrown: Plimsoll: nothing was measured on Docker Engine: no volume driver.'],
])('on-unsupported: %s decides the end of a step whose engine supports no benchmark', async (on, how) => {
  const samples = [sample(0, 0, { duration: 1e9 })]
  const unsupported = { status: 'unsupported' as const, reason: 'no volume driver' }
  const benchmarks = [benchmark('native', null, samples), { ...benchmark('volume', 'docker', []), ...unsupported }]
  const { log } = await toldOf({ ...runDocument(), benchmarks }, on)
  expect(log).toContain(how)
})

test('a result of fail-on that a run cannot have, because it compares nothing, is said', async () => {
  const said = "::notice::The run compared nothing, so it cannot be slower, which the input 'fail-on' lists."
  expect((await toldOf(plainDocument(), 'skip', 'unreliable')).log).not.toContain('fail-on')
  expect((await toldOf(checkDocument([{}]), 'skip', 'slower')).log).not.toContain('fail-on')
  expect((await toldOf(plainDocument(), 'skip', 'slower unreliable')).log).toContain(said)
})
