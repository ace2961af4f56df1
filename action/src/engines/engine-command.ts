import { describeEnd, Problem, type ProcessResult } from '@plimsoll/workloads'
import { execa } from 'execa'

/** No call may hang the run: an engine that was asked for something small and has not answered by then will not. */
const TIMEOUT_SECONDS = 120
/** Seconds for what moves or makes an image. */
export const IMAGE_TIMEOUT_SECONDS = 3600

/** The program of an engine, with its leading arguments, called in a bounded time. */
export class EngineCommand {
  readonly argv: readonly [string, ...string[]]
  readonly #product: string

  /** @param product who is named where a call fails */
  constructor(argv: readonly [string, ...string[]], product: string) {
    this.argv = argv
    this.#product = product
  }

  /** Call it. @param seconds after which it is ended */
  async call(
    args: string[],
    { seconds = TIMEOUT_SECONDS, signal }: { seconds?: number | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<ProcessResult & { timedOut: boolean }> {
    const [program, ...before] = this.argv
    // The classic builder is named, because a docker client without buildx prints a warning for not being told.
    const environment = args[0] === 'build' && program === 'docker' ? await builder(program, before) : {}
    const result = await execa(program, [...before, ...args], {
      reject: false,
      stdin: 'ignore',
      maxBuffer: 100_000_000,
      env: environment,
      timeout: seconds * 1000,
      ...(signal && { cancelSignal: signal }),
    })
    const late = `${this.#product} did not answer within ${seconds} s`
    return {
      exitCode: result.exitCode ?? 1,
      stdout: result.stdout,
      stderr: result.timedOut ? late : result.stderr || (result.failed ? describeEnd(result) : ''),
      timedOut: result.timedOut,
    }
  }

  /** Call it. @param what it is to do, for the sentence where it fails @throws Problem (3) */
  async must(args: string[], what: string, seconds?: number): Promise<ProcessResult> {
    const result = await this.call(args, { seconds })
    if (result.exitCode === 0) return result
    const said = lines(result.stderr).at(-1) ?? `exit code ${result.exitCode}`
    throw new Problem(3, `${this.#product} could not ${what}: ${said}`, { cause: result })
  }
}

/** The lines of what a command says, without empty ones. */
export function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

async function builder(program: string, before: string[]): Promise<Record<string, string>> {
  const buildx = await execa(program, [...before, 'buildx', 'version'], {
    reject: false,
    stdin: 'ignore',
    timeout: 20_000,
  })
  return buildx.failed ? { DOCKER_BUILDKIT: '0' } : {}
}
