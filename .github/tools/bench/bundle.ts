import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from '@plimsoll/schema/statistics'
import { bundle, DIST, describeSizes } from '../bundle.ts'

const TURNS = 31
/** The sizes of the published dist folders of comparable actions, September 2026. */
const PEERS = 'docker/build-push-action 2.54 MB, marocchino/sticky-pull-request-comment 1.30 MB'
const MAIN = join(DIST, 'main.js')

/**
 * Builds the bundle of the action and prints its size. Also prints the time from the start of main.js to its first line,
 * relative to the same time of a Node process without the bundle.
 */
export async function printBundleBench(): Promise<void> {
  await bundle(DIST)
  for (const line of describeSizes()) console.log(line)
  console.log(`  limit of each file: 1200 kB; peers: ${PEERS}`)
  const [bare, main, whole]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < TURNS; turn++) {
    bare.push(await timeToOutput(['--eval', 'console.log(0)']))
    main.push(await timeToOutput([MAIN]))
    whole.push(await timeToRefusal())
  }
  const ratio = median(main) / median(bare)
  console.log(
    `start of the action to its first log line: ${median(main).toFixed(0)} ms, ${ratio.toFixed(2)} × node -e (${median(bare).toFixed(0)} ms); medians of ${TURNS} turns, alternating`,
  )
  console.log(
    `  to the rejection of an invalid input: ${median(whole).toFixed(0)} ms, ${(median(whole) / median(bare)).toFixed(2)} × node -e`,
  )
}

/**
 * The milliseconds from the start of the action to its exit for an invalid input. They include the loading of
 * everything that the action needs to validate its inputs.
 */
async function timeToRefusal(): Promise<number> {
  const began = performance.now()
  // Any event does, and this file is JSON.
  const event = { GITHUB_EVENT_NAME: 'schedule', GITHUB_EVENT_PATH: join(DIST, '../package.json') }
  const env = { PATH: process.env.PATH, INPUT_THRESHOLD: 'lots', ...event }
  const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'ignore'], env })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  if (!Buffer.concat(chunks).includes("::error::The input 'threshold'"))
    throw new Error('The action accepted an invalid input.')
  return performance.now() - began
}

/** The milliseconds from the start of Node to its first output. */
async function timeToOutput(args: string[]): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  const took = performance.now() - began
  child.kill()
  await once(child, 'close')
  return took
}
