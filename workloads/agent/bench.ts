// `node bench.ts` measures the agent's own cost, and whether its times agree with those of hyperfine.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { agentBinary, buildProgram } from './build.ts'

const run = promisify(execFile)

const SPAWNS = 200
const PAIRS = 16
/**
 * The number of steps of a linear congruential generator, in millions. They take about one second on a current
 * processor.
 */
const SPIN = '1000'

/** The result of `benchAgent`. Times are in nanoseconds. A quantile is always a measured value, never interpolated. */
export type AgentBench = {
  spawn: { minimum: number; median: number; p95: number }
  /** The ratios agent ÷ hyperfine of the wall times of the same command, one per pair. Undefined without hyperfine. */
  ratio?: { pairs: number; median: number; minimum: number; maximum: number; commandMedian: number }
}

/**
 * Measures the agent on this machine: how long the agent takes to start and reap its own command that does nothing, and
 * the agent's wall time for a command of about a second, relative to hyperfine's. Agent and hyperfine alternate. The
 * measurement takes about half a minute.
 */
async function benchAgent(): Promise<AgentBench> {
  const spawns = await calibration()
  const spawn = { minimum: quantile(spawns, 0), median: quantile(spawns, 0.5), p95: quantile(spawns, 0.95) }
  const hyperfine = await run('hyperfine', ['--version']).catch(() => undefined)
  return hyperfine ? { spawn, ratio: await compare() } : { spawn }
}

async function calibration(): Promise<number[]> {
  const { stdout } = await run(agentBinary(), ['calibrate', String(SPAWNS)])
  return JSON.parse(stdout).values
}

async function compare(): Promise<NonNullable<AgentBench['ratio']>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'plimsoll-bench-'))
  const command = [path.join(directory, 'probe'), 'spin', SPIN]
  const ratios: number[] = []
  const walls: number[] = []
  try {
    await buildProgram('test/probe.c', path.join(directory, 'probe'))
    for (let pair = 0; pair < PAIRS; pair++) {
      // The agent and hyperfine take turns at being first, so that a machine that gets faster or slower favours
      // neither.
      const file = path.join(directory, 'hyperfine.json')
      const first = pair % 2 === 0 ? await byAgent(command) : await byHyperfine(command, file)
      const second = pair % 2 === 0 ? await byHyperfine(command, file) : await byAgent(command)
      const [wall, reference] = pair % 2 === 0 ? [first, second] : [second, first]
      walls.push(wall)
      ratios.push(wall / reference)
    }
  } finally {
    await rm(directory, { recursive: true })
  }
  const [minimum, median, maximum] = [quantile(ratios, 0), quantile(ratios, 0.5), quantile(ratios, 1)]
  return { pairs: PAIRS, median, minimum, maximum, commandMedian: quantile(walls, 0.5) }
}

async function byAgent(command: string[]): Promise<number> {
  const { stdout } = await run(agentBinary(), ['run', '--', ...command])
  return JSON.parse(stdout).wall
}

async function byHyperfine(command: string[], file: string): Promise<number> {
  await run('hyperfine', ['--runs', '1', '--warmup', '0', '-N', '--export-json', file, command.join(' ')])
  return JSON.parse(await readFile(file, 'utf8')).results[0].mean * 1e9
}

/** The smallest sample such that at least this part of all samples is at or below it (Hyndman and Fan 1996, type 1). */
function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}

/** Prints what `benchAgent` measures. */
export async function printAgentBench(): Promise<void> {
  const { spawn, ratio } = await benchAgent()
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(3)
  console.log(
    `calibration.spawn over ${SPAWNS}: minimum ${ms(spawn.minimum)}, median ${ms(spawn.median)}, p95 ${ms(spawn.p95)} ms (goal: median at most 0.2)`,
  )
  console.log(
    ratio
      ? `agent ÷ hyperfine over ${ratio.pairs} pairs of a command of ${ms(ratio.commandMedian)} ms: median ${ratio.median.toFixed(4)}, from ${ratio.minimum.toFixed(4)} to ${ratio.maximum.toFixed(4)} (goal: 0.99 to 1.01)`
      : 'hyperfine is not here, so the agent was not compared with it: on Debian, apt-get install hyperfine.',
  )
}

if (import.meta.main) await printAgentBench()
