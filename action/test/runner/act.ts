import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { TestSigstore } from '../../../schema/test/sigstore.ts'
import type { PullRequestFixture } from './pull-request.ts'
import { type Job, SECRETS } from './runner.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Whether act, https://github.com/nektos/act, is installed. Building it takes minutes, so it is optional. */
export async function hasAct(): Promise<boolean> {
  const { failed } = await execa('act', ['--version'], { reject: false, stdin: 'ignore' })
  if (failed) console.warn('Skipped: act is not on PATH. `go install github.com/nektos/act@latest` puts it there.')
  return !failed
}

/**
 * Stand-ins for actions of others, which need servers of GitHub. The first stand-in replaces actions/checkout and checks
 * out the test's repository, because act copies a folder without its .git; of another repository, it makes an empty
 * folder. The next two pass files on through one folder per name; the second waits up to a minute for the file named by
 * AWAITED, and takes every folder if a pattern is requested. The one of Lima puts the programs of LIMA on the PATH, or
 * fails without LIMA, as without KVM. The others keep the cache, the artifact and the deployed site of GitHub Pages in
 * folders.
 */
const STAND_INS: Record<string, string> = {
  'actions/checkout': `
inputs: { persist-credentials: {}, path: { default: . }, fetch-depth: { default: '1' }, repository: {}, ref: {} }
runs:
  using: composite
  steps:
    - shell: bash
      run: |
        mkdir -p "$TO" && cd "$TO"
        test -z "$REPOSITORY" || exit 0
        git init --quiet
        git remote add origin "file://$ORIGIN"
        git fetch --quiet $DEPTH origin "\${CHECKED_OUT:-refs/pull/1/merge}" $TAGS
        git checkout --quiet --detach FETCH_HEAD
      env:
        TO: '\${{ inputs.path }}'
        DEPTH: \${{ inputs.fetch-depth != '0' && '--depth=1' || '' }}
        TAGS: \${{ inputs.fetch-depth == '0' && '+refs/tags/*:refs/tags/*' || '' }}
        REPOSITORY: '\${{ inputs.repository }}'
`,
  'actions/upload-artifact': `
inputs: { name: {}, path: {}, if-no-files-found: {}, overwrite: {} }
runs:
  using: composite
  steps:
    - shell: bash
      run: |
        mkdir -p "$ARTIFACTS/$NAME"
        test ! -d "$FROM" || FROM=$FROM/.
        cp -r "$FROM" "$ARTIFACTS/$NAME/"
      env: { NAME: '\${{ inputs.name }}', FROM: '\${{ inputs.path }}' }
`,
  'actions/download-artifact': `
inputs: { name: {}, pattern: {}, path: {}, run-id: {}, github-token: {} }
runs:
  using: composite
  steps:
    - shell: bash
      run: |
        for _ in {1..600}; do test -e "\${AWAITED:-/}" && break || sleep 0.1; done
        cp -r "$ARTIFACTS/$NAME" "$TO"
      env: { NAME: '\${{ inputs.name }}', TO: '\${{ inputs.path }}' }
`,
  'lima-vm/lima-actions/setup': `
inputs: { version: {} }
runs:
  using: composite
  steps:
    - shell: bash
      run: |
        echo "$VERSION" >> "$ARTIFACTS/lima-versions"
        test -n "$LIMA"
        echo "$LIMA" >> "$GITHUB_PATH"
      env: { VERSION: '\${{ inputs.version }}' }
`,
  'actions/cache/restore': `
inputs: { path: {}, key: {}, restore-keys: {} }
runs:
  using: composite
  steps:
    - shell: bash
      run: test ! -e "$ARTIFACTS/cache" || cp -r "$ARTIFACTS/cache" "$TO"
      env: { TO: '\${{ inputs.path }}' }
`,
  'actions/cache/save': `
inputs: { path: {}, key: {} }
runs:
  using: composite
  steps:
    - shell: bash
      run: rm -rf "$ARTIFACTS/cache" && cp -r "$FROM" "$ARTIFACTS/cache"
      env: { FROM: '\${{ inputs.path }}' }
`,
  'actions/upload-pages-artifact': `
inputs: { path: {} }
runs:
  using: composite
  steps:
    - shell: bash
      run: rm -rf "$ARTIFACTS/pages" && cp -r "$FROM" "$ARTIFACTS/pages"
      env: { FROM: '\${{ inputs.path }}' }
`,
  'actions/deploy-pages': `
outputs: { page_url: { value: https://pages.example/ } }
runs:
  using: composite
  steps:
    - shell: bash
      run: cp -r "$ARTIFACTS/pages" "$ARTIFACTS/deployed"
`,
}

/** The path of this repository's reusable workflow. */
const MEASURE = '.github/workflows/measure.yml'

/** A flag value that makes act run the examples on this machine, without a container. */
const HOST = 'ubuntu-24.04=-self-hosted'

/** The result of a workflow run by act. */
export interface ActResult {
  exitCode: number
  log: string
}

/** A runner of workflows with act, for the repository of a test. It runs on the host and without any network. */
export class Act {
  readonly #fixture: PullRequestFixture
  /** the folder to which upload-artifact writes and from which download-artifact reads */
  readonly artifacts: string
  readonly #ours: string

  private constructor(fixture: PullRequestFixture) {
    this.#fixture = fixture
    this.artifacts = join(fixture.directory, 'artifacts')
    this.#ours = join(fixture.directory, 'ours')
  }

  static async start(fixture: PullRequestFixture): Promise<Act> {
    const act = new Act(fixture)
    for (const folder of [act.artifacts, act.#ours]) mkdirSync(folder)
    await copyAction(act.#ours)
    for (const [name, text] of Object.entries(STAND_INS)) {
      mkdirSync(join(fixture.directory, name), { recursive: true })
      writeFileSync(join(fixture.directory, name, 'action.yml'), `name: A stand-in\ndescription: For tests${text}`)
    }
    return act
  }

  /** Makes the report job of `measure.yml` sign with a Sigstore instance. The workflow has no input for this. */
  signWith({ signingConfig }: Pick<TestSigstore, 'signingConfig'>): void {
    const [config, workflow] = [join(this.#fixture.directory, 'signing-config.json'), join(this.#ours, MEASURE)]
    writeFileSync(config, JSON.stringify(signingConfig))
    const text = readFileSync(workflow, 'utf8')
    writeFileSync(workflow, text.replace(/^( *)registry: .*inputs\.registry.*$/m, `$&\n$1signing-config: ${config}`))
  }

  /**
   * Run a workflow.
   * @param token the value of GITHUB_TOKEN
   * @param environment variables of every step
   */
  async run(
    workflow: string,
    event: Job['event'],
    token: string,
    environment: Record<string, string> = {},
  ): Promise<ActResult> {
    const { directory, github, origin } = this.#fixture
    const workspace = mkdtempSync(join(directory, 'act-'))
    const file = (name: string, text: string) => {
      writeFileSync(join(workspace, name), text)
      return join(workspace, name)
    }
    mkdirSync(join(workspace, '.github/workflows'), { recursive: true })
    file('.github/workflows/test.yml', workflow)
    // Pass the variables in files, because a workload could find secrets on a command line or in an environment.
    const variables = {
      ...SECRETS,
      ...{ ORIGIN: origin.directory, ARTIFACTS: this.artifacts, GITHUB_API_URL: github.url },
      ...{ GITHUB_REPOSITORY: github.state.repository.fullName, RUNNER_ENVIRONMENT: 'github-hosted' },
      ...environment,
    }
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
    const files = [
      ...['--eventpath', file('event.json', JSON.stringify(event.payload))],
      ...['--env-file', file('variables', lines.join(''))],
      ...['--secret-file', file('secrets', `GITHUB_TOKEN=${token}\n`)],
    ]
    const { exitCode, all } = await execa(
      'act',
      [event.name, '--platform', HOST, '--no-skip-checkout', ...files, ...this.#localRepositories(workflow)],
      { cwd: workspace, reject: false, all: true, stdin: 'ignore', env: { XDG_CACHE_HOME: join(workspace, 'cache') } },
    )
    return { exitCode: exitCode ?? 1, log: all ?? '' }
  }

  /** The local paths that replace GitHub, one for each `uses:` of a workflow. */
  #localRepositories(workflow: string): string[] {
    const all = workflow + readFileSync(join(ROOT, MEASURE), 'utf8')
    const uses = all.matchAll(/uses: ([\w-]+\/[\w-]+)\S*@([0-9a-f]{40})/g)
    return [...uses].flatMap(([, name = '', commit]) => {
      const standIn = join(this.#fixture.directory, name)
      const folder = existsSync(standIn) ? standIn : this.#ours
      return ['--local-repository', `${name}@${commit}=${folder}`]
    })
  }
}

/** Copies the files that GitHub checks out of a release's commit, without installed packages. */
async function copyAction(to: string): Promise<void> {
  const files = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    'action',
    'schema',
    'workloads',
    MEASURE,
  ]
  const { stdout } = await execa('git', ['-C', ROOT, ...files, 'package.json'])
  const there = [...stdout.split('\0').filter((name) => existsSync(join(ROOT, name))), 'action/dist']
  await execa('tar', ['-C', ROOT, '--null', '-T', '-', '-cf', `${to}.tar`], { input: there.join('\0') })
  await execa('tar', ['-C', to, '-xf', `${to}.tar`])
}

/**
 * Returns a workflow of a project that calls `measure.yml` for each pull request.
 * @param inputs the lines of its inputs, beside `workloads` and `compare`
 * @param jobs jobs of the workflow, in addition to the call
 */
export function callingWorkflow(inputs: readonly string[], jobs = ''): string {
  return `
name: Continuous integration
on: pull_request
jobs:
  plimsoll:
    permissions: { contents: read, pull-requests: write, id-token: write }
    uses: OWNER/plimsoll/.github/workflows/measure.yml@0000000000000000000000000000000000000000
    with:
      workloads: spin
      compare: none
${inputs.map((line) => `      ${line}\n`).join('')}${jobs}`
}

/**
 * The text of a workflow of examples/workflows.
 * @param inputs inputs of Plimsoll's action in the workflow, which replace those of the example
 */
export function example(name: string, inputs: Record<string, string> = {}): string {
  const text = readFileSync(join(ROOT, 'examples/workflows', name), 'utf8')
  const lines = Object.entries(inputs).map(([name, value]) => `          ${name}: ${JSON.stringify(value)}\n`)
  if (lines.length === 0) return text
  const given = `        with:\n${lines.join('')}`
  return text.replace(/(uses: OWNER\/.*\n)(?: {8}with:\n(?: {10}.*\n)+)?/, (_, before: string) => before + given)
}
