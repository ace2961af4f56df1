import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '@plimsoll/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { begins } from './engine-setup/machine.ts'
import { StandIns } from './engine-setup/stand-ins.ts'
import { Act, type ActResult, callingWorkflow, example, hasAct } from './runner/act.ts'
import { spinning } from './runner/project.ts'
import { PullRequestFixture } from './runner/pull-request.ts'
import type { Job } from './runner/runner.ts'

/** The inputs for a short run on a virtual machine that is a stand-in, and whose CPU may be emulated. */
const QUICK = { workloads: 'spin', scenarios: 'native', compare: 'none', rounds: '1', 'on-unsupported': 'emulate' }

describe.skipIf(!(await hasAct()))('a workflow that installs Lima, run by act with a stand-in for Lima', () => {
  let fixture: PullRequestFixture
  let act: Act
  let standIns: StandIns

  beforeAll(async () => {
    fixture = await PullRequestFixture.start(spinning('unused'), {})
    act = await Act.start(fixture)
    standIns = new StandIns({ os: 'Linux' })
    const sudo = join(standIns.directory, 'bin/sudo')
    writeFileSync(sudo, `#!/bin/sh\necho "sudo $*" >> '${standIns.directory}/calls'\n`)
    chmodSync(sudo, 0o755)
  })
  afterAll(async () => {
    rmSync(standIns.directory, { recursive: true, force: true })
    await fixture?.end()
  })
  beforeEach(() => {
    rmSync(act.artifacts, { recursive: true })
    mkdirSync(act.artifacts)
    rmSync(join(standIns.directory, 'calls'), { force: true })
  })

  function run(workflow: string, event: Job['event'], environment: Record<string, string> = {}): Promise<ActResult> {
    // Tests may run as root, which Lima rejects, so the steps claim another user id.
    const notRoot = join(fixture.directory, 'not-root.mjs')
    writeFileSync(notRoot, 'process.geteuid = () => 1000\n')
    const job = { ...fixture.jobEnvironment(), NODE_OPTIONS: `--import=${notRoot}` }
    const token = fixture.github.newToken()
    return act.run(workflow, event, token, { ...job, LIMA: join(standIns.directory, 'bin'), ...environment })
  }

  test('lima-mounts.yml measures once with each mount type, on the Lima that it installed', async () => {
    const mountType = '${{ matrix.mount-type }}'
    const inputs = { ...QUICK, 'start-engine': 'lima', 'vm-type': 'qemu', 'mount-type': mountType }
    const ended = await run(example('lima-mounts.yml', inputs), { name: 'schedule', payload: {} })
    expect(ended.log.match(/Job succeeded/g), ended.log).toHaveLength(3)
    const starts = begins(standIns.calls, 'limactl start')
    expect(starts.map((call) => /--mount-type=(\S+)/.exec(call)?.[1]).sort()).toEqual([
      '9p',
      'reverse-sshfs',
      'virtiofs',
    ])
    expect(readFileSync(join(act.artifacts, 'lima-versions'), 'utf8')).toBe('v2.2.0\n'.repeat(3))
    for (const type of ['9p', 'virtiofs', 'reverse-sshfs']) {
      const { document } = readRun(readFileSync(join(act.artifacts, `plimsoll.lima.${type}`, 'run.json')))
      expect(document.engines).toMatchObject([{ id: 'lima', requested: { vmType: 'qemu', mountType: type } }])
    }
    expect(standIns.left).toEqual([])
  }, 300_000)

  const INPUTS = ['scenarios: native', 'rounds: "1"', 'start-engine: lima', 'mount-type: virtiofs']

  test('measure.yml installs Lima, and the program for virtiofs, before it measures on Lima', async () => {
    const ended = await run(callingWorkflow([...INPUTS, 'on-unsupported: emulate']), fixture.pullRequestEvent())
    expect(ended.log.match(/Job succeeded/g), ended.log).toHaveLength(2)
    expect(readFileSync(join(act.artifacts, 'lima-versions'), 'utf8')).toBe('v2.2.0\n')
    expect(begins(standIns.calls, 'sudo', 'limactl start')).toEqual([
      expect.stringMatching(/^sudo apt-get install .* virtiofsd uidmap$/),
      expect.stringContaining(' --mount-type=virtiofs '),
    ])
    const { document } = readRun(readFileSync(join(act.artifacts, 'plimsoll.default.', 'run.json')))
    expect(document.engines).toMatchObject([{ id: 'lima' }])
  }, 300_000)

  test('if Lima cannot be installed, measure.yml with on-unsupported: skip reports a runner that cannot run it', async () => {
    const skipping = [...INPUTS, 'on-unsupported: skip']
    const ended = await run(callingWorkflow(skipping), fixture.pullRequestEvent(), { LIMA: '' })
    expect(ended.log).toContain('::notice::Nothing was measured: ')
    expect(fixture.comments().at(-1)).toMatch(/KVM|QEMU|limactl/i)
    expect(begins(standIns.calls, 'sudo', 'limactl')).toEqual([])
  }, 300_000)
})
