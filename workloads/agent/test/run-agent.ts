// Runs the committed agent and reads its lines. All tests of the agent share this code.
import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { agentBinary } from '../build.ts'

/** One line of the agent. `step` says which step printed it. README.md describes the other fields. */
export type Line = { step: string; [field: string]: unknown }

/** The result of one call of the agent. `duration` is how long its caller waited, in nanoseconds. */
export type Result = { code: number | null; lines: Line[]; stdout: Buffer; stderr: string; duration: number }

/** Calls a program with arguments and collects its output. JSON lines are parsed strictly. */
export async function call(program: string, args: string[], env = process.env): Promise<Result> {
  const started = performance.now()
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const duration = (performance.now() - started) * 1e6
  const stdout = Buffer.concat(out)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(stdout)
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  return { code, lines: lines.map((line) => JSON.parse(line)), stdout, stderr: Buffer.concat(err).toString(), duration }
}

/** Calls the agent for this machine. */
export function agent(...args: string[]): Promise<Result> {
  return call(agentBinary(), args)
}

/** The only line of a step. Throws if the step has no line, or more than one. */
export function only(result: Result, step: string): Line {
  const found = result.lines.filter((line) => line.step === step)
  if (found.length !== 1 || !found[0]) {
    throw new Error(`Expected one line "${step}", got: ${result.stdout}${result.stderr}`)
  }
  return found[0]
}

/** Runs a shell command under the agent and returns its `run` line. */
export async function runShell(script: string, ...options: string[]): Promise<Line> {
  return only(await agent('run', ...options, '--', 'sh', '-c', script), 'run')
}

/** A new directory for the temporary files of a test. */
export function temporaryDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'plimsoll-agent-'))
}
