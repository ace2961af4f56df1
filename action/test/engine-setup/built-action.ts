// For tests: the built action, run as GitHub runs it. Its releases are those of a stand-in machine.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, onTestFinished } from 'vitest'
import { RELEASES, type Releases } from '../../src/engine-setup/releases.ts'
import type { Tool } from '../../src/engine-setup/request.ts'
import { type Job, runStep, type StepResult } from '../runner/runner.ts'
import { workloadFile } from '../workload-file.ts'
import { type Machine, StandIns, serveReleases } from './stand-ins.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-test-built-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A built action that downloads from a server on loopback, on a machine whose programs are stand-ins. */
interface BuiltAction {
  standIns: StandIns
  /** the folder of the measured project */
  workspace: string
  /** the home directory of the step's user */
  home: string
  /** the paths that were requested from the server */
  requests: string[]
  main(inputs: Record<string, string>, event?: Job['event']): Promise<StepResult>
  /** runs `post:` after the main step has ended */
  post(ended: StepResult): Promise<StepResult>
}

/** The file of a workload that takes no time. */
export const SPIN = workloadFile('spin', { scenarios: '[native, bind]' })

/** The inputs for a short run without containers. */
export const QUICK = { workloads: 'spin', scenarios: 'native', rounds: '1' }

/** Builds the action on a machine, with a project that has this workload, until the end of the test. */
export async function makeSpinning(how: Machine = {}): Promise<BuiltAction> {
  const directory = mkdtempSync(join(scratch, 'job-'))
  const standIns = new StandIns(how)
  const server = await serveReleases(standIns)
  const workspace = join(directory, 'workspace')
  mkdirSync(join(workspace, '.plimsoll'), { recursive: true })
  writeFileSync(join(workspace, '.plimsoll/spin.yml'), SPIN)
  writeRepository(directory, server.releases)
  // Tests may run as root, which Lima rejects, so this process claims another user id.
  const notRoot = join(directory, 'not-root.mjs')
  writeFileSync(notRoot, 'process.geteuid = () => 1000\n')
  const environment = {
    ...{ PATH: join(standIns.directory, 'bin'), NODE_OPTIONS: `--import=${notRoot}`, DOCKER_HOST: '' },
    ...{ HOME: join(directory, 'home'), ImageOS: 'macos15' },
  }
  const push = { name: 'push', payload: { repository: { id: 1, full_name: 'a/b', private: false } } }
  const job = (event: Job['event']): Job => ({
    ...{ directory, workspace, event, repository: 'a/b', apiUrl: 'http://127.0.0.1:9', environment },
  })
  onTestFinished(() => {
    server.close()
    for (const made of [directory, standIns.directory]) rmSync(made, { recursive: true, force: true })
  })
  const file = relative(join(ROOT, 'action'), join(directory, 'repository/action/action.yml'))
  return {
    standIns,
    workspace,
    home: environment.HOME,
    requests: server.requests,
    main: (inputs, event = push) => runStep(file, 'main', { comment: 'false', ...inputs }, job(event)),
    post: ({ state }) => runStep(file, 'post', {}, job(push), state),
  }
}

/**
 * Writes a copy of this repository with a copy of its bundle. In the copy, the addresses and checksums of releases are
 * replaced.
 */
function writeRepository(directory: string, releases: Releases): void {
  const action = join(directory, 'repository/action')
  mkdirSync(action, { recursive: true })
  for (const room of ['schema', 'workloads', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, room), join(directory, 'repository', room))
  for (const name of ['src', 'action.yml', 'package.json']) symlinkSync(join(ROOT, 'action', name), join(action, name))
  cpSync(join(ROOT, 'action/dist'), join(action, 'dist'), { recursive: true })
  for (const name of readdirSync(join(action, 'dist'))) {
    const file = join(action, 'dist', name)
    const text = readFileSync(file, 'utf8')
    const other = replacements(releases).reduce((text, [real, standIn]) => text.replaceAll(real, standIn), text)
    if (other !== text) writeFileSync(file, other)
  }
}

function replacements(releases: Releases): [string, string][] {
  return (Object.keys(RELEASES.tools) as Tool[]).flatMap((tool) => {
    const standIn = Object.values(releases.tools[tool]['1'] ?? {})[0]
    const real = Object.values(RELEASES.tools[tool]).flatMap((platforms) => Object.values(platforms))
    return standIn
      ? real.flatMap(({ url, sha256 }): [string, string][] => [
          [url, standIn.url],
          [sha256, standIn.sha256],
        ])
      : []
  })
}
