import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isAlive } from '@plimsoll/schema/node'
import { type ContainerEngine, cacheDirectory, catalogImage, RUN_LABEL } from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest, IS_FULL } from './engine.ts'
import { makeOwnHome, type OwnHome } from './faults.ts'
import type { Fault } from './github/faults.ts'
import { fromCatalog } from './measure.ts'
import { spinning, turns } from './runner/project.ts'
import { PullRequestFixture } from './runner/pull-request.ts'
import { checkOut, listWorktrees } from './runner/repository.ts'
import { type Job, type RunningStep, runStep, startStep } from './runner/runner.ts'

const engines = (await enginesForTest()).filter(({ noContainers }) => noContainers === null)
const engine = engines[0] as ContainerEngine

/** A point in the run of a step at which the step is killed. */
interface Point {
  at: string
  /** whether only the step's process is killed, or also the processes that it has started */
  killed: 'alone' | 'with all'
  /** the event after the kill: the step's own `post:`, or the next run, as after a power failure */
  next: 'post' | 'run'
  /** whether the step measures on an engine; absent if it measures on the host alone */
  onEngine?: true
  /** whether the step measures one round of one version, to test the end of a run */
  plain?: true
  /** whether only `npm run test:full` uses this point, because another point leaves the same kinds of objects behind */
  rare?: true
  /** the fault that delays GitHub's answer */
  fault?: Fault
  reached: (step: RunningStep, job: Job) => boolean | Promise<boolean>
}

const says = (text: RegExp) => (step: RunningStep) => text.test(step.log())

const POINTS: Point[] = [
  {
    at: 'it looks for engines',
    ...{ killed: 'alone', next: 'post', onEngine: true, rare: true },
    reached: isRunning(/ doctor/),
  },
  { at: 'it makes the worktree of base', killed: 'with all', next: 'post', rare: true, reached: hasWorktree },
  {
    at: 'an image is built',
    killed: 'with all',
    next: 'run',
    onEngine: true,
    rare: true,
    reached: says(/Building the image/),
  },
  { at: 'slots are made', killed: 'with all', next: 'post', onEngine: true, rare: true, reached: hasVolume },
  {
    at: 'a round is measured',
    ...{ killed: 'alone', next: 'post', onEngine: true, rare: true },
    reached: says(/^\[2\//m),
  },
  {
    at: 'a round is measured',
    ...{ killed: 'with all', next: 'run', onEngine: true, rare: true },
    reached: says(/^\[3\//m),
  },
  { at: 'the document is written', killed: 'with all', next: 'post', plain: true, rare: true, reached: hasDocument },
  {
    at: 'GitHub has made the comment',
    ...{ killed: 'alone', next: 'run', plain: true, fault: { operation: 'issues/create-comment', silent: true } },
    reached: () => fixture.github.requests.some((request) => request.startsWith('POST ')),
  },
]

let fixture: PullRequestFixture
let home: OwnHome

describe.skipIf(engines.length === 0)('an action that is killed', () => {
  beforeAll(async () => {
    home = makeOwnHome()
    const image = await catalogImage(fromCatalog('metadata'), { files: 500 }, engine, () => {})
    fixture = await PullRequestFixture.start({ ...spinning(image), ...turns(5) }, turns(6))
  })
  afterAll(async () => {
    await fixture?.end()
    home?.remove()
  })

  // `npm run test:full` kills the step at every point. `npm test` kills it at one point for each kind of object that a
  // kill leaves.
  test.each(POINTS.filter(({ rare }) => !rare || IS_FULL))(
    'when $at, $killed: $next leaves nothing, and no comment is lost',
    async (point) => {
      fixture.github.state.comments.length = 0
      fixture.github.requests.length = 0
      if (point.fault) fixture.github.fail(point.fault)
      const job = newJob()
      const step = startStep('action.yml', 'main', inputs(point), job)
      while (!(await point.reached(step, job))) {
        expect(step.process.exitCode, step.log()).toBeNull()
        await setTimeout(5)
      }
      const pid = step.process.pid as number
      process.kill(point.killed === 'alone' ? pid : -pid, 'SIGKILL')
      const { state, log } = await step.ended
      const [runs, images] = [home.runs(), notedImages()]
      if (/image is built|round/.test(point.at)) expect(images).not.toEqual([])

      if (point.next === 'post') {
        const post = await runStep('action.yml', 'post', inputs(point), job, state)
        expect(post, log).toMatchObject({ exitCode: 0 })
        expect(post.log).not.toContain('::')
        await expectNothingLeft(job, runs, images)
      }
      // Delete the temporary folder, as the runner does when a job begins.
      else rmSync(join(job.directory, 'temp'), { recursive: true })
      expect(await runStep('action.yml', 'main', inputs({ plain: true }), job)).toMatchObject({ exitCode: 0 })
      await expectNothingLeft(job, runs, images)
      expect(fixture.comments()).toEqual([
        expect.stringMatching(/^<!-- plimsoll:comment default -->\n### ⚪ Plimsoll: no base to compare with/),
      ])
      expect(fixture.github.violations).toEqual([])
    },
  )
})

function newJob(): Job {
  return {
    directory: mkdtempSync(join(fixture.directory, 'job-')),
    workspace: checkOut(fixture.origin, fixture.directory),
    event: fixture.pullRequestEvent(),
    repository: fixture.github.state.repository.fullName,
    apiUrl: fixture.github.url,
    environment: { HOME: home.directory, DOCKER_CONFIG: process.env.DOCKER_CONFIG ?? join(homedir(), '.docker') },
  }
}

function inputs({ onEngine, plain }: Pick<Point, 'onEngine' | 'plain'>): Record<string, string> {
  const what = onEngine ? { engines: engine.id, workloads: 'spin spin-image' } : { engines: 'none', workloads: 'spin' }
  const [compare, rounds] = plain ? ['none', '1'] : ['base', '14']
  return { ...what, compare, rounds, dir: home.directory, token: fixture.github.newToken() }
}

/** The images that were built for the recorded runs only. */
function notedImages(): string[] {
  const notes = home.runs().map((run) => readFileSync(join(home.directory, `.plimsoll/runs/${run}.json`), 'utf8'))
  return notes.flatMap((note) => JSON.parse(note).images.map(({ name }: { name: string }) => name))
}

/**
 * Expect that nothing of the runs remains: no container, volume, network or image, no folder, no worktree, and no
 * running process.
 */
async function expectNothingLeft({ workspace, directory }: Job, runs: string[], images: string[]): Promise<void> {
  const things = await Promise.all(runs.map((run) => madeBy(run)))
  const ids = await Promise.all(images.map((name) => engine.image(name)))
  const ofJob = [directory, home.directory, ...runs]
  const processes = async () => {
    const all = (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n')
    return all.filter((args) => ofJob.some((text) => args.includes(text)))
  }
  // A look at the engines changes nothing, so `post` does not end it. It ends by itself, on a busy machine after `post`.
  await expect.poll(processes).toEqual([])
  expect({
    things: things.flat(),
    images: ids.filter((id) => id !== null),
    scratch: names(join(cacheDirectory(), 'scratch')).filter((name) => !isAlive(Number.parseInt(name, 10))),
    runs: home.runs(),
    slots: home.slots(),
    worktrees: listWorktrees(workspace),
    folders: stepFolders(directory).flatMap((folder) =>
      readdirSync(folder).filter((name) => !name.startsWith('run.json')),
    ),
  }).toEqual({
    ...{ things: [], images: [], scratch: [], runs: [], slots: [] },
    worktrees: [],
    folders: [],
  })
}

function stepFolders(directory: string): string[] {
  const temp = join(directory, 'temp')
  return readdirSync(temp).map((name) => join(temp, name))
}

function names(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function hasWorktree(_: RunningStep, { workspace }: Job): boolean {
  return existsSync(join(workspace, '.git/worktrees/base'))
}

function hasDocument(_: RunningStep, { directory }: Job): boolean {
  return stepFolders(directory).some((folder) => existsSync(join(folder, 'run.json')))
}

async function hasVolume(): Promise<boolean> {
  const [run] = home.runs()
  return run !== undefined && (await madeBy(run)).length > 0
}

/** Every object of one run in the engine. Listing the objects of all runs takes long while other tests measure. */
async function madeBy(run: string): Promise<string[]> {
  const lists = [
    ['ps', '--all'],
    ['volume', 'ls'],
    ['network', 'ls'],
  ].map((list) => execa(engine.id, [...list, '--quiet', '--filter', `label=${RUN_LABEL}=${run}`], { stdin: 'ignore' }))
  return (await Promise.all(lists)).flatMap(({ stdout }) => stdout.split('\n').filter((line) => line !== ''))
}

/** Whether a step has started a process whose arguments match. */
function isRunning(args: RegExp): Point['reached'] {
  return async ({ process }) => {
    const { stdout } = await execa('ps', ['--ppid', String(process.pid), '-o', 'args='], { reject: false })
    return args.test(stdout)
  }
}
