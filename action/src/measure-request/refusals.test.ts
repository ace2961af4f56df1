import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listScenarios, listSuites, listWorkloads } from '@plimsoll/workloads'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { parseRunFlags, runCommand } from '../commands/run.ts'
import { assertRequest } from '../inputs/assert-request.ts'
import { readInputs } from '../inputs/read-inputs.ts'
import type { MeasureRequest } from './request.generated.ts'
import { writeRequest } from './request-file.ts'

const empty = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
const project = withOwn('[1, 2]')

/** Makes a project with a workload of its own. */
function withOwn(sizes: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  mkdirSync(join(folder, '.plimsoll'))
  writeFileSync(
    join(folder, '.plimsoll/own.yml'),
    `workload: own
title: Own
question: How long?
image: { name: debian:13 }
params: { size: ${sizes} }
run: [sh, -c, ':']
metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]
scenarios: [layer]
`,
  )
  return folder
}

afterAll(() => {
  for (const folder of [empty, project]) rmSync(folder, { recursive: true })
})
afterEach(() => vi.restoreAllMocks())

const WORKLOADS = [...listWorkloads().map(({ workload }) => workload), 'own'].join(', ')
const SUITES = listSuites().map(({ suite }) => suite)
const SCENARIOS = listScenarios().map(({ id }) => id)

interface RefusalCase {
  wrong: string
  folder?: string
  inputs: Record<string, string>
  ofAction: string
  flags: string[]
  ofCommand: string
}

/** Each wrong request that both the action and the command refuse, with the two sentences. */
const REFUSED: RefusalCase[] = [
  {
    wrong: 'an unknown workload',
    inputs: { workloads: 'own nothing' },
    ofAction: `The input 'workloads' takes names of workloads (${WORKLOADS}), not "nothing".`,
    flags: ['--workload', 'own', 'nothing'],
    ofCommand: `Unknown workload 'nothing' (available: ${WORKLOADS}).`,
  },
  {
    wrong: 'an unknown suite',
    inputs: { suite: 'slow' },
    ofAction: `The input 'suite' takes one of ${SUITES.join(', ')}, not "slow".`,
    flags: ['--suite', 'slow'],
    ofCommand: `Unknown suite 'slow' (available: ${SUITES.join(', ')}).`,
  },
  {
    wrong: 'an unknown scenario',
    inputs: { scenarios: 'bind bond' },
    ofAction: `The input 'scenarios' takes one of ${SCENARIOS.join(', ')}, not "bond" (did you mean bind?).`,
    flags: ['--scenario', 'bind', 'bond'],
    ofCommand: `Unknown scenario 'bond' (did you mean bind? available: ${SCENARIOS.join(', ')}).`,
  },
  {
    wrong: 'an unknown param',
    inputs: { workloads: 'own', params: 'colour=red' },
    ofAction: "In the input 'params': unknown parameter 'colour' (available: size).",
    flags: ['--workload', 'own', '--param', 'colour=red'],
    ofCommand: "Unknown parameter 'colour' (available: size).",
  },
  {
    wrong: 'an unknown value of a param',
    inputs: { workloads: 'own', params: 'size=3' },
    ofAction: "In the input 'params': invalid value '3' for parameter 'size' (available: 1, 2).",
    flags: ['--workload', 'own', '--param', 'size=3'],
    ofCommand: "Invalid value '3' for parameter 'size' (available: 1, 2).",
  },
  {
    wrong: 'a param without a workload',
    folder: empty,
    inputs: { params: 'size=1' },
    ofAction: `The input 'params' needs the input 'workloads'. In 'workloads', list the workloads that have these params.`,
    flags: ['--param', 'size=1'],
    ofCommand: '--param needs --workload. Name the workloads that have the parameter.',
  },
  ...['all', 'none'].map((alone) => ({
    wrong: `${alone} beside an engine`,
    inputs: { engines: `docker ${alone}` },
    ofAction: `The input 'engines' takes ids of engines, or ${alone} alone.`,
    flags: ['--engine', 'docker', alone],
    ofCommand:
      '`all` and `none` cannot be combined with other engines. Give only `all`, only `none`, or the names of engines.',
  })),
  ...(
    [
      ['base', 'head'],
      ['head', 'base'],
    ] as const
  ).map(([named, other]) => ({
    wrong: `an engine of ${named} alone`,
    inputs: { [`${named}-variant`]: 'engine=docker', [`${other}-variant`]: 'image=a' },
    ofAction: `Only the input '${named}-variant' names an engine. Name one in '${other}-variant' too, such as engine=docker, or remove the engine from '${named}-variant'.`,
    flags: ['--variant', `${named}=engine=docker`, '--variant', `${other}=image=a`],
    ofCommand: 'Give both variants an engine, or neither: --variant base=engine=… --variant head=engine=….',
  })),
  {
    wrong: 'engines beside the engines of variants',
    inputs: { 'base-variant': 'engine=docker', 'head-variant': 'engine=podman', engines: 'docker' },
    ofAction: "The inputs 'base-variant' and 'head-variant' already name the engines. Remove the input 'engines'.",
    flags: ['--variant', 'base=engine=docker', '--variant', 'head=engine=podman', '--engine', 'docker'],
    ofCommand: '--variant already names the engine of each variant. Remove --engine.',
  },
  ...['13', '51'].map((rounds) => ({
    wrong: `a check of ${rounds} rounds`,
    inputs: { rounds },
    ofAction: `The input 'rounds' takes a whole number from 14 to 50 in a check, not ${rounds}.`,
    flags: ['--base', '.', '--head', '.', '--rounds', rounds],
    ofCommand: `Invalid number of rounds for a check: ${rounds}. Choose 14 to 50 rounds. The error rates of verdicts are known only in this range.`,
  })),
]

test.each(REFUSED)(
  '$wrong is refused by the action, which names its inputs',
  ({ folder = project, inputs, ofAction }) => {
    const read = () => {
      const { request } = readInputs((name) => (inputs as Record<string, string>)[name] ?? '', folder)
      assertRequest(request, true)
    }
    expect(messageOf(read)).toBe(ofAction)
  },
)

test.each(REFUSED)(
  '$wrong is refused by the command, which names its flags',
  ({ folder = project, flags, ofCommand }) => {
    vi.spyOn(process, 'cwd').mockReturnValue(folder)
    expect(messageOf(() => parseRunFlags(flags))).toBe(ofCommand)
  },
)

const [other, scratch] = [withOwn('[3, 4]'), mkdtempSync(join(tmpdir(), 'plimsoll-test-'))]
afterAll(() => {
  for (const folder of [other, scratch]) rmSync(folder, { recursive: true })
})

/** What the action cannot refuse before both versions of a pull request are checked out. */
const REFUSED_LATER = [
  {
    wrong: 'params that differ between the variants',
    ...{ base: other, workloads: ['own'] },
    inputs: `The params of own differ between base and head. In the input 'params', choose values that both have.`,
    flags: 'The params of own differ between base and head. With --param, choose values that both have.',
  },
  {
    wrong: 'a file of a workload',
    ...{ base: other, workloads: ['.plimsoll/own.yml'] },
    inputs: `Each variant has its own .plimsoll/own.yml, in its own folder. In the input 'workloads', give the name of the workload, not a file.`,
    flags:
      'Each variant has its own .plimsoll/own.yml, in its own folder. Give --workload the name of the workload, not a file.',
  },
  {
    wrong: 'a variant without the workloads of the other',
    ...{ base: empty, workloads: [] },
    inputs: `The folders of base and head have no workload in common. Add .plimsoll/NAME.yml to both, or name workloads in the input 'workloads'.`,
    flags:
      'The folders of base and head have no workload in common. Add .plimsoll/NAME.yml to both, or name workloads with --workload.',
  },
]

test.each(REFUSED_LATER)(
  '$wrong: the command names inputs to the action, and flags to its own user',
  async (refused) => {
    const { base, workloads, inputs, flags } = refused
    const variantOf = (directory: string) => ({ directory, engine: null, image: null })
    const request: MeasureRequest = {
      ...{ project, workloads, params: [], scenarios: [], engines: ['none'] },
      ...{ variants: { base: variantOf(base), head: variantOf(project) }, declared: { nfs: null, synced: null } },
    }
    const file = writeRequest(scratch, request)
    const ofAction = runCommand(() => {}).parseAsync(['--request', file], { from: 'user' })
    await expect(ofAction).rejects.toThrow(inputs)
    const named = workloads.length > 0 ? ['--workload', ...workloads] : []
    expect(messageOf(() => parseRunFlags(['--base', base, '--head', project, ...named]))).toBe(flags)
  },
)

function messageOf(refuse: () => void): string {
  try {
    refuse()
  } catch (error) {
    return (error as Error).message
  }
  return 'not refused'
}
