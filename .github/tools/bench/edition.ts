import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Problem } from '@plimsoll/workloads'
import { ensureEngine } from '../ensure-engine.ts'
import { type EngineName, withEnginesOnImage } from './engines-on-image.ts'
import { BYTES, measureOnce, prepareImages, type RepeatedSuite, untilInterrupted } from './repeatability.ts'

/** The edition whose runs are measured: the next version of linux-2026. */
const EDITION = 'linux-2026-2'

/** What it measures. Every run also measures the host. */
const DESIGNS: { engine: EngineName; suite: RepeatedSuite }[] = [
  { engine: 'docker-debian-13', suite: 'standard' },
  { engine: 'podman', suite: 'standard' },
]

export interface EditionOptions {
  /** how often each engine runs its suites */
  times: number
  /** the folder of the documents */
  out: string
}

/**
 * Measures the runs of the edition linux-2026-2 on one ext4 image with a journal. Each turn starts every engine anew and
 * runs its suites, in an order that shifts from turn to turn. The runs of later turns replicate those of the first. A
 * document that exists is not measured again, so that the bench can be interrupted, and continued hours later.
 * @returns the exit code: 0, or 130 after an interrupt
 * @throws Problem (3) if something could not be measured
 */
export function benchEdition({ times, out }: EditionOptions): Promise<number> {
  const turns = Array.from({ length: times }, (_, turn) =>
    DESIGNS.map((_, index) => {
      const { engine, suite } = DESIGNS[(index + turn) % DESIGNS.length] as (typeof DESIGNS)[number]
      const [first = '', file = ''] = [0, turn].map((at) =>
        join(resolve(out), `${EDITION}-${engine}-${suite}${at === 0 ? '' : `-replication-${at}`}.json`),
      )
      return { engine, suite, first, file }
    }),
  )
  const missing = turns.flat().filter(({ file }) => !existsSync(file))
  console.error(`${turns.flat().length - missing.length} of ${turns.flat().length} runs are there.`)
  return untilInterrupted(async (interrupt) => {
    if (missing.length === 0) return
    if (!(await ensureEngine({ install: true, docker: true })))
      throw new Problem(3, 'Docker was not found, so containers cannot be measured.')
    mkdirSync(out, { recursive: true })
    const images = new Map<RepeatedSuite, string[]>()
    for (const { suite } of missing) if (!images.has(suite)) images.set(suite, await prepareImages(suite))
    await withEnginesOnImage('ext4', BYTES.standard, async ({ directory, withEngine }) => {
      for (const { engine, suite, first, file } of missing) {
        if (interrupt.isRequested) return
        await withEngine(engine, images.get(suite) ?? [], async ({ id, env }) => {
          console.error(`Measuring ${file}…`)
          const design = file === first ? ['run', '--suite', suite, '--engine', id] : ['replicate', first]
          const document = await measureOnce([...design, '--dir', directory], env, file)
          if (document?.status !== 'complete' && !interrupt.isRequested)
            throw new Problem(3, `The run ${file} did not complete.`)
        })
      }
    })
  })
}
