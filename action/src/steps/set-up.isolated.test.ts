import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { startOf } from '@plimsoll/workloads'
import { afterEach, expect, test } from 'vitest'
import { type BuiltAction, buildAction } from '../../test/engine-setup/built-action.ts'
import { begins } from '../../test/engine-setup/machine.ts'
import type { Machine, Responder } from '../../test/engine-setup/stand-ins.ts'
import { checkOut, linkGit, makeOrigin } from '../../test/runner/repository.ts'
import type { StepResult } from '../../test/runner/runner.ts'

const SPIN = `workload: spin
title: Spin
question: How long does nothing take?
image: { name: debian:13 }
run: ['true']
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [native, bind]
`
/** The inputs for a short run without containers. */
const QUICK = { workloads: 'spin', scenarios: 'native', rounds: '1' }

let built: BuiltAction | undefined
afterEach(() => built?.remove())

async function make(how: Machine = {}, send?: Responder): Promise<BuiltAction> {
  built = await buildAction(how, { '.plimsoll/spin.yml': SPIN }, send)
  return built
}

test('Colima is set up, measured and removed by post; settings that it changed are warnings', async () => {
  const { standIns, home, main, post } = await make()
  const ended = await main({ ...QUICK, 'set-up': 'colima', 'mount-type': '9p', cpus: '4', memory: '4' })
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

test('vz is tried first, then qemu, and the failed machine is deleted in between', async () => {
  const { standIns, main } = await make({ starts: { vz: 'fails' } })
  const ended = await main({ ...QUICK, 'set-up': 'lima' })
  expect(ended, ended.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured' } })
  expect(ended.log).toContain('::warning::Lima did not start with vz (“no "entitlement"”); qemu was tried next.')
  const order = begins(standIns.calls, 'limactl start', 'limactl delete').map((call) => call.split(' --cpus')[0])
  const name = nameOf(ended)
  expect(order).toEqual([
    `limactl start --name=${name} --tty=false --vm-type=vz`,
    `limactl delete --force ${name}`,
    `limactl start --name=${name} --tty=false --vm-type=qemu`,
  ])
})

test('the machine of a job that ended without post is removed by the next job', async () => {
  const { standIns, home, main } = await make()
  const killed = await main({ ...QUICK, 'set-up': 'lima' })
  expect(standIns.left).toEqual([`context-lima-${nameOf(killed)}`, `instance-${nameOf(killed)}`])
  const next = await main({ ...QUICK, engines: 'none' })
  expect(next, next.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured' } })
  expect(standIns.left).toEqual([])
  expect(readdirSync(join(home, '.plimsoll/engines'))).toEqual([])
})

test('machines of running jobs and of the user stay', async () => {
  const { standIns, home, main, post } = await make()
  const theirs = ['instance-plimsoll', 'running-plimsoll']
  for (const file of theirs) writeFileSync(standIns.state(file), '')
  const one = await main({ ...QUICK, 'set-up': 'lima' })
  const note = join(home, '.plimsoll/engines', nameOf(one), 'note.json')
  const goingOn = { pid: process.pid, start: startOf(process.pid) }
  writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, 'utf8')), ...goingOn }))
  const two = await main({ ...QUICK, 'set-up': 'lima' })
  expect(two, two.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured' } })
  expect(nameOf(two)).not.toBe(nameOf(one))
  await post(two)
  expect(standIns.left).toEqual([`context-lima-${nameOf(one)}`, 'instance-plimsoll', `instance-${nameOf(one)}`].sort())
  await post(one)
  expect(standIns.left).toEqual(['instance-plimsoll'])
})

/** The name of the virtual machine that a step set up. */
function nameOf({ state }: StepResult): string {
  return JSON.parse(state.engine as string).name
}

const HOSTED_ARM64: Machine = { machine: 'arm64', hvSupport: '0' }

test('a hosted arm64 Mac is skipped with a notice and a row in the summary', async () => {
  const { standIns, requests, main } = await make(HOSTED_ARM64)
  const ended = await main({ ...QUICK, 'set-up': 'lima' })
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

test('on-unsupported: fail fails with the same sentence', async () => {
  const { main } = await make(HOSTED_ARM64)
  const ended = await main({ ...QUICK, 'set-up': 'lima', 'on-unsupported': 'fail' })
  expect(ended).toMatchObject({ exitCode: 1, outputs: { status: 'unsupported' } })
  expect(ended.log).toContain('::error::This arm64 Mac cannot start virtual machines')
})

test.each<Record<string, string>>([{ 'set-up': 'lima' }, {}])(
  'on-unsupported: emulate with %j uses Lima on tcg, and compares nothing',
  async (more) => {
    const { standIns, workspace, main } = await make(HOSTED_ARM64)
    const event = { name: 'pull_request', payload: checkOutPullRequest(workspace, standIns.directory) }
    const dir: Record<string, string> = 'set-up' in more ? {} : { dir: tmpdir() }
    const ended = await main({ ...QUICK, ...more, ...dir, 'on-unsupported': 'emulate', rounds: '14' }, event)
    expect(ended, ended.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured', verdict: '' } })
    expect(ended.log).toContain('::notice::The CPU is emulated on this runner (tcg)')
    expect(ended.log.includes("::notice::The input 'dir' was ignored, because the virtual machine of lima")).toBe(
      'dir' in dir,
    )
    expect(begins(standIns.calls, 'limactl start')).toEqual([
      expect.stringMatching(/^limactl start --name=plimsoll-\w+ --tty=false --vm-type=qemu .* --timeout=1800s /),
    ])
    const { document } = readRun(readFileSync(ended.outputs.document as string))
    expect(document.design.variants).toBeUndefined()
  },
)

/** Check out the merge of a pull request that changes the workload, on a machine with git. Returns its event. */
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

test('an archive with one wrong byte is rejected, and none of its programs starts', async () => {
  const { standIns, main, post } = await make({}, (bytes, response) => {
    const wrong = Buffer.from(bytes)
    wrong.writeUInt8(wrong.readUInt8(20) ^ 1, 20)
    response.end(wrong)
  })
  const ended = await main({ ...QUICK, 'set-up': 'lima' })
  expect(ended).toMatchObject({ exitCode: 1 })
  expect(ended.log).toMatch(/::error::The file from http\S+\/lima is not lima 2\.2\.0: its SHA-256 is /)
  expect(begins(standIns.calls, 'limactl')).toEqual([])
  expect(await post(ended)).toMatchObject({ exitCode: 0 })
})

test.each([
  [{ 'lima-version': '2.1.0' }, `The input 'lima-version' takes one of 2.2.0, not "2.1.0".`],
  [{ 'mount-type': 'nfs' }, `The input 'mount-type' takes one of 9p, virtiofs, reverse-sshfs, not "nfs".`],
  [{ workloads: 'spin spun' }, `The input 'workloads' takes names of `],
  [{ scenarios: 'bond' }, `The input 'scenarios' takes one of `],
])('%j is refused before anything is started', async (more, sentence) => {
  const { standIns, requests, main } = await make()
  const ended = await main({ ...QUICK, 'set-up': 'lima', ...more })
  expect(ended).toMatchObject({ exitCode: 1, log: expect.stringContaining(`::error::${sentence}`) })
  expect([...requests, ...standIns.calls]).toEqual([])
  expect(ended.state).toEqual({})
})

test('an engine of a variant that is neither available nor set up is rejected before anything starts', async () => {
  const { standIns, requests, main } = await make()
  const variants = { 'base-variant': 'engine=lima', 'head-variant': 'engine=orbstack' }
  const ended = await main({ ...QUICK, 'set-up': 'lima', rounds: '14', ...variants })
  const sentence = `The input 'head-variant' takes available engines (lima), not "orbstack".`
  expect(ended).toMatchObject({ exitCode: 1, log: expect.stringContaining(`::error::${sentence}`) })
  expect([...requests, ...standIns.calls]).toEqual([])
})
