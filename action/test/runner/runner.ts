import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { parse } from 'yaml'

const ACTION = fileURLToPath(new URL('../../', import.meta.url))

/** What a workflow's job gives a step. */
export interface Job {
  /** holds everything of the job */
  directory: string
  workspace: string
  event: { name: string; payload: object }
  repository: string
  apiUrl: string
  /** variables that differ from a hosted runner's */
  environment?: Record<string, string>
}

/** What a step left behind. */
export interface StepEnded {
  exitCode: number
  /** the job's log */
  log: string
  outputs: Record<string, string>
  summary: string
  /** what the step saved for its `post:` */
  state: Record<string, string>
}

/**
 * Run one step of an action from the committed bundle, as the runner does: inputs and defaults as variables, files for
 * outputs, state and summary.
 * @param file `action.yml` or `report/action.yml`
 * @param state what the main step saved, where this is its `post:`
 */
export async function runStep(
  file: string,
  part: 'main' | 'post',
  inputs: Record<string, string>,
  job: Job,
  state: Record<string, string> = {},
): Promise<StepEnded> {
  const definition = parse(readFileSync(join(ACTION, file), 'utf8'))
  const defaults = Object.entries(definition.inputs as Record<string, { default?: string }>).map(
    ([name, { default: text = '' }]) => [name, text.startsWith('${{') ? '' : text] as const,
  )
  const given = Object.entries({ ...Object.fromEntries(defaults), ...inputs })
  const files = mkdtempSync(join(job.directory, 'step-'))
  const path = (name: string) => join(files, name)
  for (const name of ['output', 'state', 'summary']) writeFileSync(path(name), '')
  writeFileSync(path('event.json'), JSON.stringify(job.event.payload))
  mkdirSync(join(job.directory, 'temp'), { recursive: true })
  const bundle = join(ACTION, file, '..', definition.runs[part])
  const { exitCode, all } = await execa(process.execPath, [bundle], {
    reject: false,
    all: true,
    stdin: 'ignore',
    cwd: job.workspace,
    extendEnv: false,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(process.env.DOCKER_HOST !== undefined && { DOCKER_HOST: process.env.DOCKER_HOST }),
      ...{ CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_ENVIRONMENT: 'github-hosted', ImageOS: 'ubuntu24' },
      ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_API_URL: job.apiUrl, GITHUB_RUN_ID: '77' },
      ...{ GITHUB_REPOSITORY: job.repository, GITHUB_SHA: 'a'.repeat(40), GITHUB_REF: 'refs/pull/1/merge' },
      ...{ GITHUB_EVENT_NAME: job.event.name, GITHUB_EVENT_PATH: path('event.json') },
      ...{ GITHUB_WORKSPACE: job.workspace, RUNNER_TEMP: join(job.directory, 'temp') },
      ...{ GITHUB_OUTPUT: path('output'), GITHUB_STATE: path('state'), GITHUB_STEP_SUMMARY: path('summary') },
      ACTIONS_RUNTIME_TOKEN: 'secret-of-the-runtime',
      ...Object.fromEntries(given.map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text])),
      ...Object.fromEntries(Object.entries(state).map(([name, text]) => [`STATE_${name}`, text])),
      ...job.environment,
    },
  })
  return {
    exitCode: exitCode ?? 1,
    log: all ?? '',
    outputs: pairs(path('output')),
    state: pairs(path('state')),
    summary: existsSync(path('summary')) ? readFileSync(path('summary'), 'utf8') : '',
  }
}

/** `name<<delimiter`, lines, `delimiter`: what the toolkit writes for the runner. */
function pairs(file: string): Record<string, string> {
  const found = readFileSync(file, 'utf8').matchAll(/^(.+?)<<(ghadelimiter_.+)\n([\s\S]*?)\n\2$/gm)
  return Object.fromEntries([...found].map(([, name, , text]) => [name, text]))
}
