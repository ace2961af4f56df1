import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeRun, readRun } from '@plimsoll/schema'
import { type ContainerEngine, catalogImage, type StartEntry } from '@plimsoll/workloads'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesForTest } from './engine.ts'
import { journaled, makeOwnHome, type OwnHome } from './faults.ts'
import { fromCatalog } from './measure.ts'
import { workloadFile } from './workload-file.ts'

const engines = (await enginesForTest()).filter(({ noContainers }) => noContainers === null)
const engine = engines[0] as ContainerEngine
const project = mkdtempSync(join(tmpdir(), 'plimsoll-check-'))
const [base, head] = [join(project, 'base'), join(project, 'head')]
let home: OwnHome

/** The name of an image in the document of a check. */
const OWN = /^plimsoll\/own:[0-9a-f]{12}$/

/** A workload whose duration depends on the param `spins`. It runs a program in its image. */
const WORK = {
  image: '{ dockerfile: Dockerfile }',
  run: `[sh, -c, 'i=0; while [ $i -lt "$(cat /spins)" ]; do i=$((i+1)); done']`,
}

describe.skipIf(engines.length === 0)('a check of two folders', () => {
  beforeAll(async () => {
    home = makeOwnHome()
    out = join(home.directory, 'check.json')
    journal = `${out}.journal`
    const image = await catalogImage(fromCatalog('metadata'), { files: 500 }, engine, () => {})
    for (const [folder, spins] of [
      [base, 50],
      [head, 200],
    ] as const) {
      mkdirSync(join(folder, '.plimsoll'), { recursive: true })
      writeFileSync(join(folder, '.plimsoll/spin.yml'), workloadFile('spin', WORK))
      writeFileSync(join(folder, 'Dockerfile'), `FROM ${image}\nCOPY spins /\n`)
      writeFileSync(join(folder, '.dockerignore'), '*\n!spins\n')
      writeFileSync(join(folder, 'spins'), `${spins}\n`)
    }
    writeFileSync(join(head, '.plimsoll/new.yml'), workloadFile('new', WORK))
  })
  afterAll(() => {
    home?.remove()
    rmSync(project, { recursive: true, force: true })
  })

  const ownImages = async () => {
    const { stdout } = await execa(engine.id, ['images', '--format', '{{.Repository}}:{{.Tag}}'])
    return stdout.split('\n').filter((name) => name.includes('/own:') && name.endsWith(`-${plan}`))
  }
  let out: string
  let journal: string
  /** The beginning of the digest of the plan, with which the tags of the check's images end. */
  let plan: string
  const args = () => [
    ...['run', '--base', base, '--head', head, '--engine', engine.id, '--rounds', '14', '--dir', home.directory],
    ...['--out', out],
  ]

  // This test runs one check in two parts. The tests of the action cover an uninterrupted check.
  test('that is killed keeps the images of its variants for the resumed run', interrupt)

  async function interrupt() {
    const running = home.plimsoll(args())
    while (journaled(journal).length < 20) await new Promise((resolve) => setTimeout(resolve, 100))
    running.kill('SIGKILL')
    const { stderr } = await running
    expect(stderr).toContain('no benchmark can be reported as slower or faster before round 14 (α 1%, threshold 5%)')
    plan = (journaled(journal)[0] as unknown as StartEntry).plan.digest.slice('sha256:'.length).slice(0, 12)
    expect(await ownImages()).toHaveLength(2)
    expect(existsSync(out)).toBe(false)
  }

  const resume = () => home.plimsoll(['run', '--resume', journal, '--out', out, '--fail-on', 'slower'])

  test('whose head does four times the work is slower, and ends with 1 if --fail-on lists slower', async () => {
    const isUnreliable = () => judgeRun(readRun(readFileSync(out)).document)?.status === 'unreliable'
    let ended = await resume()
    // By design, 1% of checks of equal things are unreliable, and more of them while other tests use the processors.
    for (let attempt = 1; attempt < 3 && isUnreliable(); attempt++) {
      rmSync(out)
      // `interrupt` waits for the samples of its own journal, so the journal of the attempt before must go.
      rmSync(journal, { force: true })
      await interrupt()
      ended = await resume()
    }
    const { exitCode, stdout, stderr } = ended
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^🔴 Plimsoll: 1 of 1 benchmark slower: spin in/u),
    })
    expect(stderr).toContain('After 14 rounds: 1 of 1 benchmarks decided (1 slower)')

    const { document } = readRun(readFileSync(out))
    const check = judgeRun(document)
    expect(check).toMatchObject({
      status: 'reliable',
      benchmarks: [{ verdict: 'slower', rounds: 14 }],
      // On a busy machine, a sample may fail, which leaves its pair out.
      nullPair: { rounds: expect.toSatisfy((rounds: number) => rounds >= 13) },
    })
    expect(check?.benchmarks[0]?.slowdown).toBeGreaterThan(0.3)
    expect(document.notes).toContainEqual({
      code: 'one-variant',
      text: 'These workloads are not in base, so they are not compared: new.',
    })
    expect(document.design).toMatchObject({ looks: [10, 14], threshold: 0.05, level: 0.01 })

    expect(document.images.map(({ name }) => name)).toEqual([OWN, OWN].map((own) => expect.stringMatching(own)))
    expect(new Set(document.images.map(({ digest }) => digest)).size).toBe(2)
  }, 600_000) // Each of three checks takes a minute on a busy machine.

  test('that was resumed has every sample once, and leaves none of its images', async () => {
    for (const { samples } of readRun(readFileSync(out)).document.benchmarks)
      expect(samples.map(({ round }) => round)).toEqual(Array.from({ length: 15 }, (_, round) => round))
    expect(await ownImages()).toEqual([])
  })
})
