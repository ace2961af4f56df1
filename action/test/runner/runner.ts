import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const ACTION = fileURLToPath(new URL('../../', import.meta.url))

/** The properties of a workflow's job that the job's steps see. */
export interface Job {
  /** the directory that contains all files of the job */
  directory: string
  workspace: string
  event: { name: string; payload: object }
  repository: string
  apiUrl: string
  /** the variables whose values differ from those of a hosted runner */
  environment?: Record<string, string>
}

/** The result of a step. */
export interface StepResult {
  exitCode: number
  /** the job's log */
  log: string
  outputs: Record<string, string>
  summary: string
  /** the state that the step saved for its `post:` */
  state: Record<string, string>
}

/** A running step. */
export interface RunningStep {
  /** the process of the step, which leads its own process group */
  process: ChildProcess
  /** the job's log so far */
  log: () => string
  ended: Promise<StepResult>
}

/**
 * The job's secrets that are among the environment variables of a step on GitHub. Each process has its own, because some
 * tests look for them in all processes of the machine.
 */
export const SECRETS = {
  ACTIONS_RUNTIME_TOKEN: `secret-of-the-runtime-${process.pid}`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: `secret-that-asks-for-tokens-${process.pid}`,
  ACTIONS_ID_TOKEN_REQUEST_URL: `https://tokens.example/asks-for-a-token-${process.pid}`,
  ACTIONS_RESULTS_URL: `https://results.example/writes-results-${process.pid}`,
  RUNNER_TOOL_CACHE: `/opt/hostedtoolcache-of-the-runner-${process.pid}`,
}

/**
 * Runs one step of an action from the bundle, as the runner does. Inputs and defaults are passed as variables,
 * and outputs, state and summary as files.
 * @param file `action.yml` or `report/action.yml`
 * @param state the state saved by the main step, for its `post:`
 */
export function runStep(
  file: string,
  part: 'main' | 'post',
  inputs: Record<string, string>,
  job: Job,
  state: Record<string, string> = {},
): Promise<StepResult> {
  return startStep(file, part, inputs, job, state).ended
}

/** Starts one step of an action without waiting for its end, for tests that interfere with the step. */
export function startStep(
  file: string,
  part: 'main' | 'post',
  inputs: Record<string, string>,
  job: Job,
  state: Record<string, string> = {},
): RunningStep {
  const definition = parse(readFileSync(join(ACTION, file), 'utf8'))
  const defaults = Object.entries(definition.inputs as Record<string, { default?: string }>).map(
    ([name, { default: text = '' }]) => [name, text.startsWith('${{') ? '' : text] as const,
  )
  const given = Object.entries({ ...Object.fromEntries(defaults), ...inputs })
  const files = mkdtempSync(join(job.directory, 'step-'))
  const path = (name: string) => join(files, name)
  for (const name of ['output', 'state', 'summary', 'log']) writeFileSync(path(name), '')
  writeFileSync(path('event.json'), JSON.stringify(job.event.payload))
  mkdirSync(join(job.directory, 'temp'), { recursive: true })
  const log = openSync(path('log'), 'a')
  const child = spawn(process.execPath, [join(ACTION, file, '..', definition.runs[part])], {
    stdio: ['ignore', log, log], // Use a file, because processes that a step leaves running would keep a pipe open.
    detached: true,
    cwd: job.workspace,
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
      ...SECRETS,
      ...Object.fromEntries(given.map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text])),
      ...Object.fromEntries(Object.entries(state).map(([name, text]) => [`STATE_${name}`, text])),
      ...job.environment,
    },
  })
  closeSync(log)
  const readLog = () => readFileSync(path('log'), 'utf8')
  const ended = once(child, 'exit').then(([exitCode]) => ({
    exitCode: exitCode ?? 1,
    log: readLog(),
    outputs: pairs(path('output')),
    state: pairs(path('state')),
    summary: existsSync(path('summary')) ? readFileSync(path('summary'), 'utf8') : '',
  }))
  return { process: child, log: readLog, ended }
}

/**
 * Parses a file of `name<<delimiter`, lines, `delimiter`, the format in which the toolkit passes values to the runner.
 */
export function pairs(file: string): Record<string, string> {
  const found = readFileSync(file, 'utf8').matchAll(/^(.+?)<<(ghadelimiter_.+)\n([\s\S]*?)\n\2$/gm)
  return Object.fromEntries([...found].map(([, name, , text]) => [name, text]))
}
