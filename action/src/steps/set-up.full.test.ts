import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { readProcessStart } from '@plimsoll/schema/node'
import { expect, test } from 'vitest'
import { makeSpinning, QUICK, SPIN } from '../../test/engine-setup/built-action.ts'
import { begins } from '../../test/engine-setup/machine.ts'
import type { Machine } from '../../test/engine-setup/stand-ins.ts'
import { checkOut, linkGit, makeOrigin } from '../../test/runner/repository.ts'
import type { StepResult } from '../../test/runner/runner.ts'

/** The name of the virtual machine that a step set up. */
function nameOf({ state }: StepResult): string {
  return JSON.parse(state.engine as string).name
}

const HOSTED_ARM64: Machine = { machine: 'arm64', hvSupport: '0' }

test('the machine of a job that ended without post is removed by the next job', async () => {
  const { standIns, home, main } = await makeSpinning()
  const killed = await main({ ...QUICK, 'start-engine': 'lima' })
  expect(standIns.left).toEqual([`context-lima-${nameOf(killed)}`, `instance-${nameOf(killed)}`])
  const next = await main({ ...QUICK, engines: 'none' })
  expect(next, next.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured' } })
  expect(standIns.left).toEqual([])
  expect(readdirSync(join(home, '.plimsoll/engines'))).toEqual([])
})

test('machines of running jobs and of the user stay', async () => {
  const { standIns, home, main, post } = await makeSpinning()
  const theirs = ['instance-plimsoll', 'running-plimsoll']
  for (const file of theirs) writeFileSync(standIns.state(file), '')
  const one = await main({ ...QUICK, 'start-engine': 'lima' })
  const note = join(home, '.plimsoll/engines', nameOf(one), 'note.json')
  const goingOn = { pid: process.pid, start: readProcessStart(process.pid) }
  writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, 'utf8')), ...goingOn }))
  const two = await main({ ...QUICK, 'start-engine': 'lima' })
  expect(two, two.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured' } })
  expect(nameOf(two)).not.toBe(nameOf(one))
  await post(two)
  expect(standIns.left).toEqual([`context-lima-${nameOf(one)}`, 'instance-plimsoll', `instance-${nameOf(one)}`].sort())
  await post(one)
  expect(standIns.left).toEqual(['instance-plimsoll'])
})

test('on-unsupported: emulate uses Lima on tcg, compares nothing, and ignores dir', async () => {
  const { standIns, workspace, main } = await makeSpinning(HOSTED_ARM64)
  const event = { name: 'pull_request', payload: checkOutPullRequest(workspace, standIns.directory) }
  const ended = await main({ ...QUICK, dir: tmpdir(), 'on-unsupported': 'emulate', rounds: '14' }, event)
  expect(ended, ended.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured', verdict: '' } })
  expect(ended.log).toContain('::notice::The CPU is emulated on this runner (tcg)')
  expect(ended.log).toContain("::notice::The input 'dir' was ignored, because the virtual machine of lima")
  expect(begins(standIns.calls, 'limactl start')).toEqual([
    expect.stringMatching(/^limactl start --name=plimsoll-\w+ --tty=false --vm-type=qemu .* --timeout=1800s /),
  ])
  const { document } = readRun(readFileSync(ended.outputs.document as string))
  expect(document.design.variants).toBeUndefined()
})

/** Checks out the merge of a pull request that changes the workload, on a machine with git. Returns its event. */
function checkOutPullRequest(workspace: string, machine: string) {
  const changed = { '.plimsoll/spin.yml': `${SPIN}timeout: 5\n` }
  const origin = makeOrigin(machine, { '.plimsoll/spin.yml': SPIN }, changed)
  rmSync(workspace, { recursive: true })
  renameSync(checkOut(origin, machine), workspace)
  linkGit(join(machine, 'bin'))
  const repository = { id: 1, full_name: 'a/b', private: false }
  const side = (sha: string, ref: string) => ({ sha, ref, repo: repository })
  const sides = { base: side(origin.commits.base, 'main'), head: side(origin.commits.head, 'feature') }
  return { repository, number: 1, pull_request: { number: 1, ...sides } }
}
