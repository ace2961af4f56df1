import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { lastVersion, RELEASES } from '../../action/src/engine-setup/releases.ts'
import { readInputs, readReportInputs, readWatchInputs } from '../../action/src/inputs/read-inputs.ts'
import { MAX_HASHES } from '../../action/src/steps/expected-hashes.ts'
import { ACTIONLINT } from './go-tools.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const python = process.env.PLIMSOLL_PYTHON ?? join(ROOT, '.cache/python/bin/python3')
const zizmor = join(dirname(python), 'zizmor')
/** The name of this repository in workflows, and the commit of its last release: none yet. */
const OURS = 'OWNER/plimsoll'
const RELEASE = '0'.repeat(40)

const MEASURE = '.github/workflows/measure.yml'
const RELEASING = '.github/workflows/release.yml'
const IMAGES = '.github/workflows/images.yml'
const FOLDERS = ['.github/workflows', 'examples/workflows']
const files = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)).filter(
  (file) => file.endsWith('.yml'),
)

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}
interface Job extends Step {
  permissions?: Record<string, string>
  strategy?: { matrix?: { runner?: unknown } }
  'runs-on'?: string | string[]
  'timeout-minutes'?: unknown
  steps?: Step[]
}
interface Inputs {
  [name: string]: { default?: string | boolean; required?: boolean }
}
interface Workflow {
  name: string
  on: Record<string, unknown> | string
  permissions: unknown
  jobs: Record<string, Job>
}

const read = (file: string) => parse(readFileSync(join(ROOT, file), 'utf8'))
const workflows = files.map((file) => ({ file, workflow: read(file) as Workflow }))
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ file: `${file} ${id}`, job, workflow, steps: job.steps ?? [] })),
)
const steps = jobs.flatMap(({ file, job, steps }) => [job, ...steps].map((step) => ({ file, step })))

/** The actions and reusable workflows of this repository, with their inputs. */
const TAKES: Record<string, Inputs> = {
  [`${OURS}/action`]: read('action/action.yml').inputs,
  [`${OURS}/action/report`]: read('action/report/action.yml').inputs,
  [`${OURS}/action/watch`]: read('action/watch/action.yml').inputs,
  [`${OURS}/${MEASURE}`]: read(MEASURE).on.workflow_call.inputs,
}

const writes = ({ permissions = {} }: Job) => Object.keys(permissions).filter((right) => permissions[right] !== 'read')
const nameOf = ({ uses = '' }: Step) => uses.replace(/@.*$/, '').replace(/^\./, OURS)
const defaultsOf = (inputs: Inputs) =>
  Object.fromEntries(Object.entries(inputs).map(([name, { default: value }]) => [name, value ?? '']))
const eventsOf = ({ on }: Workflow) => (typeof on === 'string' ? [on] : Object.keys(on))

describe('linters', () => {
  test.skipIf(!existsSync(ACTIONLINT))('actionlint finds nothing in any workflow', () => {
    expect(lint(ACTIONLINT, ['-no-color', '-oneline', '-shellcheck=', '-pyflakes=', ...files])).toBe('')
  })

  test('zizmor, offline and pedantic, finds nothing in any workflow, nor in the actions', () => {
    const actions = ['action/action.yml', 'action/report/action.yml', 'action/watch/action.yml']
    const flags = ['--offline', '--persona=pedantic', '--no-config', '--strict-collection', '--quiet', '--color=never']
    expect(lint(zizmor, [...flags, ...files, ...actions])).toBe('')
  })
})

describe('what workflows use', () => {
  test('is pinned by a full commit, with the version beside it', () => {
    const lines = files.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'))
    // An action whose name begins with `./` is a file of the workflow's own commit, so it needs no version.
    const uses = lines.filter((line) => /\buses:/.test(line) && !/uses: \.\//.test(line))
    expect(uses.length).toBeGreaterThan(0)
    expect(
      uses.filter((line) => !/uses: [\w.-]+(\/[\w.-]+)+@[0-9a-f]{40} # (v\d+\.\d+\.\d+|the last release)$/.test(line)),
    ).toEqual([])
  })

  test('is one commit of each repository, of this one the last release', () => {
    const commits = new Map<string, Set<string>>()
    for (const { step } of steps.filter(({ step }) => step.uses?.includes('@'))) {
      const [name = '', commit = ''] = step.uses?.split('@') ?? []
      const repository = name.split('/').slice(0, 2).join('/')
      commits.set(repository, (commits.get(repository) ?? new Set()).add(commit))
    }
    expect([...commits].filter(([, different]) => different.size > 1)).toEqual([])
    expect(commits.get(OURS)).toEqual(new Set([RELEASE]))
    const strangers = [...commits.keys()].filter((name) => name !== OURS && !name.startsWith('actions/'))
    expect(strangers).toEqual(['lima-vm/lima-actions'])
  })

  test('of this repository exists, takes every input it is given, and is given every input it requires', () => {
    for (const { file, step } of steps.filter(({ step }) => nameOf(step).startsWith(`${OURS}/`))) {
      const takes = TAKES[nameOf(step)]
      const given = Object.keys(step.with ?? {})
      const required = Object.keys(takes ?? {}).filter((name) => takes?.[name]?.required)
      expect(Object.keys(takes ?? {}), file).toEqual(expect.arrayContaining(given))
      expect(given, file).toEqual(expect.arrayContaining(required))
    }
  })

  test('of this repository is given values that it understands', () => {
    const readers: Record<string, (get: (name: string) => string) => unknown> = {
      [`${OURS}/action`]: readInputs,
      [`${OURS}/action/report`]: readReportInputs,
      [`${OURS}/action/watch`]: readWatchInputs,
    }
    let read = 0
    for (const { file, step } of steps) {
      const reader = readers[nameOf(step)]
      if (!reader) continue
      // Only GitHub can evaluate an expression, so values with an expression are not checked.
      const given = Object.entries(step.with ?? {}).filter(([, value]) => !String(value).includes('${{'))
      const inputs = {
        ...defaultsOf(TAKES[nameOf(step)] as Inputs),
        ...Object.fromEntries(given),
        token: 'ghs_x',
        project: '7',
      }
      expect(() => reader((name) => String(inputs[name as keyof typeof inputs] ?? '')), file).not.toThrow()
      read += given.length
    }
    expect(read).toBeGreaterThan(10)
  })

  test('of the measuring action’s outputs exists', () => {
    const outputs = Object.keys(read('action/action.yml').outputs)
    const used = files.flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/steps\.plimsoll\.outputs\.([\w-]+)/g),
    ])
    expect(used.length).toBeGreaterThan(0)
    expect(outputs).toEqual(expect.arrayContaining(used.map(([, name]) => name)))
  })
})

test('a job that runs the action of its own commit builds the bundle of the action first', () => {
  const running = jobs.filter(({ steps }) => steps.some(({ uses }) => uses?.startsWith('./action')))
  expect(running.length).toBeGreaterThan(0)
  for (const { file, steps } of running) {
    const [first] = steps.flatMap(({ uses }, index) => (uses?.startsWith('./action') ? [index] : []))
    expect(
      steps.slice(0, first).map(({ run }) => run),
      file,
    ).toContain('npm run bundle')
  }
})

test("a job that measures on Lima on Linux installs it first, with the action of Lima's authors", () => {
  const lima = 'lima-vm/lima-actions/setup'
  const measuring = jobs.filter(({ job, steps }) => {
    const [measure] = steps.filter((step) => nameOf(step) === `${OURS}/action`)
    const runners = [job['runs-on'], job.strategy?.matrix?.runner].flat().join()
    return measure?.with?.['start-engine'] !== undefined && !runners.includes('macos')
  })
  expect(measuring.map(({ file }) => file)).toEqual([
    `${MEASURE} measure`,
    'examples/workflows/lima-mounts.yml measure',
  ])
  for (const { file, steps } of measuring) {
    const used = steps.map(nameOf)
    expect(used, file).toContain(lima)
    expect(used.indexOf(lima), file).toBeLessThan(used.indexOf(`${OURS}/action`))
  }
})

test('the version of Lima that workflows install is the latest one that Plimsoll knows', () => {
  const versions = files.flatMap((file) => [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/lima-actions\/setup@.*\n +with:\n +version: (.*)/g),
  ])
  const latest = lastVersion(RELEASES, 'lima')
  expect(versions.map(([, version]) => version)).toEqual([`v${latest}`, `v${latest}`])
})

describe('rights', () => {
  const ofRelease = (file: string) => file.startsWith(`${RELEASING} `) || file.startsWith(`${IMAGES} `)

  test('a workflow has none, and each job says which it needs', () => {
    expect(workflows.filter(({ workflow }) => Object.keys(workflow.permissions ?? { all: '' }).length > 0)).toEqual([])
    expect(jobs.filter(({ job }) => job.permissions === undefined).map(({ file }) => file)).toEqual([])
  })

  test('only pull requests, Pages, the issue of the watch action and a run that a member requests are ever written to, and only who reports or deploys may ask for a token', () => {
    const others = jobs.filter(({ file }) => !ofRelease(file))
    expect(new Set(others.flatMap(({ job }) => writes(job)))).toEqual(
      new Set(['pull-requests', 'id-token', 'pages', 'issues', 'actions']),
    )
  })

  test('a release starts by hand alone; its jobs that write run nothing of the repository, behind an environment', () => {
    const releasing = jobs.filter(({ file }) => file.startsWith(`${RELEASING} `))
    expect(releasing.map(({ workflow }) => eventsOf(workflow))).toEqual(releasing.map(() => ['workflow_dispatch']))
    const writing = releasing.filter(({ job }) => writes(job).length > 0)
    expect(Object.fromEntries(writing.map(({ file, job }) => [file, writes(job)]))).toEqual({
      [`${RELEASING} tag`]: ['contents'],
      [`${RELEASING} publish`]: ['contents', 'id-token', 'attestations'],
    })
    expect(writing.map(({ job }) => job)).toEqual(
      writing.map(() => expect.objectContaining({ environment: 'release' })),
    )
    expect(writing.map(({ steps }) => steps.map(nameOf).filter((name) => name !== ''))).toEqual([
      ['actions/checkout', 'actions/download-artifact'],
      ['actions/download-artifact', 'actions/attest-build-provenance', 'actions/setup-node'],
    ])
    const scripts = writing.flatMap(({ steps }) => steps.map(({ run }) => run ?? ''))
    expect(
      scripts.filter((script) => /npm (?!view|publish \.\/plimsoll)|npx|node |\.\/(?!plimsoll-)/.test(script)),
    ).toEqual([])
  })

  test('images are pushed by hand alone, behind an environment, and what runs the repository’s code cannot attest', () => {
    const publishing = jobs.filter(({ file }) => file.startsWith(`${IMAGES} `))
    expect(publishing.map(({ workflow, job }) => [eventsOf(workflow), job])).toEqual(
      publishing.map(() => [['workflow_dispatch'], expect.objectContaining({ environment: 'release' })]),
    )
    const rights = Object.fromEntries(publishing.map(({ file, job }) => [file, writes(job)]))
    expect(rights).toEqual({ [`${IMAGES} push`]: ['packages'], [`${IMAGES} attest`]: ['id-token', 'attestations'] })
    expect(publishing.filter(({ steps }) => steps.some((step) => nameOf(step) === 'actions/checkout'))).toHaveLength(1)
  })

  test('a job that may write gets artifacts, reports, and does nothing else, but in the examples for trusted people', () => {
    const writing = jobs.filter(({ file, job }) => !ofRelease(file) && job.uses === undefined && writes(job).length > 0)
    const trusted = ['one-step.yml', 'on-request.yml'].map((name) => `examples/workflows/${name} measure`)
    expect(writing.map(({ file }) => file)).toEqual(expect.arrayContaining(trusted))
    // It reads of the event only the number of the pull request, and starts a workflow with that workflow's own rights.
    const requesting = writing.filter(({ job }) => writes(job).includes('actions'))
    expect(requesting.map(({ file, steps }) => [file, steps.map(nameOf)])).toEqual([
      ['examples/workflows/on-request-comment.yml request', ['']],
    ])
    const deploying = writing.filter(({ job }) => writes(job).includes('pages'))
    expect(deploying.map(({ steps }) => steps.map(nameOf))).toEqual(deploying.map(() => ['actions/deploy-pages']))
    expect(deploying.length).toBeGreaterThan(0)
    const watching = writing.filter(({ job }) => writes(job).includes('issues'))
    expect(watching.map(({ job, steps }) => [writes(job), steps.map(nameOf)])).toEqual([
      [['issues'], [`${OURS}/action/watch`]],
    ])
    // Only the reusable workflow offers the signed runs as an artifact.
    for (const { file, steps } of writing.filter(
      (job) => !trusted.includes(job.file) && ![...deploying, ...watching, ...requesting].includes(job),
    ))
      expect(
        steps.map(nameOf).filter((name) => name !== 'actions/upload-artifact' || !file.startsWith(MEASURE)),
        file,
      ).toEqual(['actions/download-artifact', `${OURS}/action/report`])
  })

  test('who calls measure.yml grants what its jobs ask for, and no more', () => {
    const asked = Object.assign(
      {},
      ...jobs.filter(({ file }) => file.startsWith(MEASURE)).map(({ job }) => job.permissions),
    )
    const calling = jobs.filter(({ job }) => nameOf(job) === `${OURS}/${MEASURE}`)
    expect(calling.map(({ job }) => job.permissions)).toEqual(calling.map(() => asked))
    expect(calling.length).toBeGreaterThan(0)
    const told = readFileSync(join(ROOT, 'examples/workflows/README.md'), 'utf8').split('**The reusable workflow**')[1]
    for (const [right, how] of Object.entries(asked)) expect(told).toContain(`\`${right}: ${how}\``)
  })

  test('a pull request starts nothing on a machine of ours', () => {
    const own = jobs.filter(({ job }) => [job['runs-on']].flat().includes('self-hosted'))
    expect(own.flatMap(({ workflow }) => eventsOf(workflow))).not.toContain('pull_request')
    expect(own.length).toBeGreaterThan(0)
  })
})

test('every job ends in bounded time', () => {
  expect(jobs.filter(({ job }) => job.uses === undefined && !job['timeout-minutes']).map(({ file }) => file)).toEqual(
    [],
  )
})

test('what waits for another workflow names one that is there', () => {
  const names = workflows.map(({ workflow }) => workflow.name)
  const awaited = workflows.flatMap(({ workflow: { on } }) => {
    const { workflow_run } = on as { workflow_run?: { workflows: string[] } }
    return workflow_run?.workflows ?? []
  })
  expect(awaited.length).toBeGreaterThan(0)
  expect(names).toEqual(expect.arrayContaining(awaited))
})

describe('measure.yml', () => {
  const reporting = ({ steps }: { steps: { uses?: string; with: object }[] }) =>
    steps.find(({ uses }) => uses?.startsWith(`${OURS}/action/report@`)) as { with: object }
  /**
   * The inputs that only the report job gets. The measuring jobs have only their own token, write no comment and
   * publish nothing. Each measuring job takes one engine of the list.
   */
  const OF_THE_REPORT = ['registry', 'allow-private']
  const NOT_HANDED_ON: Record<string, unknown> = { comment: 'false', engines: '${{ matrix.engines }}' }
  const action = TAKES[`${OURS}/action`] as Inputs
  const own = TAKES[`${OURS}/${MEASURE}`] as Inputs
  const names = Object.keys(action).filter((name) => !['token', 'signing-config', 'check'].includes(name))

  test('takes every input of the action and hands it on', () => {
    const measuring = steps.find(({ file, step }) => file.startsWith(MEASURE) && nameOf(step) === `${OURS}/action`)
    const handed = names.filter((name) => !OF_THE_REPORT.includes(name))
    expect(measuring?.step.with).toEqual(
      Object.fromEntries(handed.map((name) => [name, NOT_HANDED_ON[name] ?? `\${{ inputs.${name} }}`])),
    )
    expect(Object.keys(own)).toEqual(expect.arrayContaining(names))
  })

  test('reports where there is something to tell or to publish, and says to the report which', () => {
    const { report } = parse(readFileSync(join(ROOT, MEASURE), 'utf8')).jobs
    expect(report.if).toContain("(inputs.comment != 'false' || inputs.registry != '')")
    expect(reporting(report).with).toMatchObject({
      comment: '${{ inputs.comment }}',
      registry: '${{ inputs.registry }}',
    })
  })

  test('puts out the hash of what each of as many jobs measured as the report holds documents against', () => {
    const { measure, report } = parse(readFileSync(join(ROOT, MEASURE), 'utf8')).jobs
    const { jobs, ...hashes } = measure.outputs
    const numbers = Array.from({ length: MAX_HASHES }, (_, number) => number)
    const hashOf = (number: number) => `\${{ strategy.job-index == ${number} && steps.plimsoll.outputs.hash || '' }}`
    expect(hashes).toEqual(Object.fromEntries(numbers.map((number) => [`hash-${number}`, hashOf(number)])))
    expect(reporting(report).with).toMatchObject({
      jobs: '${{ needs.measure.outputs.jobs }}',
      hashes: '${{ toJSON(needs.measure.outputs) }}',
    })
  })

  test('has the defaults of the action', () => {
    const same = names.filter((name) => name !== 'engines')
    expect(same.map((name) => [name, String(own[name]?.default)])).toEqual(
      same.map((name) => [name, String(action[name]?.default ?? '')]),
    )
    expect(JSON.parse(String(own.engines?.default))).toEqual([action.engines?.default])
  })
})

/**
 * The findings of a linter in the Python environment of the tests. Throws if the linter is missing, so that no check is
 * skipped silently.
 */
function lint(program: string, args: string[]): string {
  if (!existsSync(program)) throw new Error(`There is no ${program}: \`npm test\` sets it up.`)
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}
