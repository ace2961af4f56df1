import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSpinning, QUICK } from '../../test/engine-setup/built-action.ts'
import { begins } from '../../test/engine-setup/machine.ts'
import type { Machine } from '../../test/engine-setup/stand-ins.ts'
import type { StepResult } from '../../test/runner/runner.ts'

test('Colima is set up, measured and removed by post; settings that it changed are warnings', async () => {
  const { standIns, home, main, post } = await makeSpinning()
  const ended = await main({ ...QUICK, 'start-engine': 'colima', 'mount-type': '9p', cpus: '4', memory: '4' })
  expect(ended, ended.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured' } })
  expect(ended.log).toContain('::warning::Colima has the mount type virtiofs instead of the requested 9p.')
  const name = nameOf(ended)
  expect(name).toMatch(/^plimsoll-[0-9a-f]{8}$/)
  const shared = readdirSync(ended.state.directory as string).find((name) => name.startsWith('shared-'))
  expect(begins(standIns.calls, 'colima start')).toEqual([
    `colima start ${name} --vm-type=vz --mount-type=9p --runtime=docker --cpus=4 --memory=4 --mount=${ended.state.directory}/${shared}:w --template=false --save-config=false --activate=false --ssh-config=false`,
  ])
  expect(standIns.left).toEqual([`context-colima-${name}`, `instance-${name}`])
  expect(await post(ended)).toMatchObject({ exitCode: 0 })
  expect(standIns.left).toEqual([])
  expect(readdirSync(join(home, '.plimsoll/engines'))).toEqual([])
})

/** The name of the virtual machine that a step set up. */
function nameOf({ state }: StepResult): string {
  return JSON.parse(state.engine as string).name
}

const HOSTED_ARM64: Machine = { machine: 'arm64', hvSupport: '0' }

test('a job that asks for Lima on a hosted arm64 Mac fails, and names the labels of the Macs that can', async () => {
  const { standIns, requests, main } = await makeSpinning(HOSTED_ARM64)
  const ended = await main({ ...QUICK, 'start-engine': 'lima' })
  expect(ended.exitCode).toBe(1)
  expect(ended.log).toMatch(/::error::This arm64 Mac cannot start .* Use macos-15-intel or macos-26-intel/)
  expect([...requests, ...standIns.calls]).toEqual([])
})

test('with on-unsupported: skip it is skipped with a notice and a row in the summary', async () => {
  const { standIns, requests, main } = await makeSpinning(HOSTED_ARM64)
  const ended = await main({ ...QUICK, 'start-engine': 'lima', 'on-unsupported': 'skip' })
  expect(ended, ended.log).toMatchObject({ exitCode: 0, outputs: { status: 'unsupported' } })
  const why = 'This arm64 Mac cannot start virtual machines'
  expect(ended.log).toContain(`::notice::Nothing was measured: ${why}`)
  expect(ended.summary).toContain(why)
  expect(JSON.parse(readFileSync(ended.outputs.document as string, 'utf8'))).toEqual({
    name: 'macos15',
    sentence: expect.stringContaining(why),
  })
  expect([...requests, ...standIns.calls]).toEqual([])
})

// The other refusals are rows of tables in inputs/wrong-inputs.test.ts.
test('a wrong input is refused before anything is started', async () => {
  const { standIns, requests, main } = await makeSpinning()
  const ended = await main({ ...QUICK, 'start-engine': 'lima', 'mount-type': 'nfs' })
  const sentence = `The input 'mount-type' takes one of 9p, virtiofs, reverse-sshfs, not "nfs".`
  expect(ended).toMatchObject({ exitCode: 1, log: expect.stringContaining(`::error::${sentence}`) })
  expect([...requests, ...standIns.calls]).toEqual([])
  expect(ended.state).toEqual({})
})
