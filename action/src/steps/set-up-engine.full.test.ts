import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readRun } from '@plimsoll/schema'
import { type ContainerEngine, catalogImage } from '@plimsoll/workloads'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest } from '../../test/engine.ts'
import { type BuiltAction, buildAction } from '../../test/engine-setup/built-action.ts'
import type { Machine } from '../../test/engine-setup/stand-ins.ts'
import { fromCatalog } from '../../test/measure.ts'

// The virtual machine in these tests is a stand-in. Its containers are those of this machine's Docker.
const docker = (await enginesForTest()).find(({ id }) => id === 'docker') as ContainerEngine
const INPUTS = { workloads: 'nothing', scenarios: 'bind', rounds: '1', cpus: '4', memory: '4' }
let image: string
let built: BuiltAction | undefined

describe.skipIf(!docker)('the run document', () => {
  beforeAll(async () => {
    image = await catalogImage(fromCatalog('metadata'), { files: 500 }, docker, () => {})
  })
  afterEach(() => built?.remove())

  async function documentOf(how: Machine, inputs: Record<string, string>) {
    const workload = `workload: nothing
title: Nothing
question: How long does nothing take?
image: { name: "${image}" }
run: ['true']
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [bind]
`
    const containers = execFileSync('which', ['docker'], { encoding: 'utf8' }).trim()
    built = await buildAction({ ...how, containers }, { '.plimsoll/nothing.yml': workload })
    const ended = await built.main({ ...INPUTS, ...inputs })
    expect(ended, ended.log).toMatchObject({ exitCode: 0, outputs: { status: 'measured' } })
    await built.post(ended)
    return { ...readRun(readFileSync(ended.outputs.document as string)), summary: ended.summary }
  }

  test('has the requested and effective settings, and a note on differences, which the summary shows', async () => {
    const { document, summary } = await documentOf({}, { 'start-engine': 'colima', 'mount-type': '9p' })
    expect(document.engines).toMatchObject([
      {
        ...{ id: 'colima', product: 'Colima' },
        requested: { vmType: 'vz', mountType: '9p', cpus: 4, memory: 4 * 2 ** 30 },
        effective: { vmType: { value: 'vz', confidence: 'observed' }, mountType: { confidence: 'observed' } },
      },
    ])
    const seen = document.engines[0]?.effective.mountType.value
    const note = `Colima has the mount type ${seen} instead of the requested 9p.`
    expect(document.notes).toContainEqual({ code: 'configuration-drift', text: note })
    expect(summary).toContain(`**Note:** ${note}`)
  })

  test('marks an engine whose CPU is emulated', async () => {
    const { document } = await documentOf(
      { os: 'Linux', kvm: false },
      { 'on-unsupported': 'emulate', 'start-engine': 'lima' },
    )
    expect(document.engines).toMatchObject([
      {
        requested: { vmType: 'qemu', cpus: 4 },
        effective: { vmType: { value: 'qemu' }, accelerator: { value: 'tcg', confidence: 'observed' } },
      },
    ])
    expect(document.engines[0]?.requested).not.toHaveProperty('mountType')
    expect(document.notes.map(({ code }) => code)).toContain('emulated')
  })
})
