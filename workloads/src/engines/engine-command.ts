import { execa } from 'execa'
import type { ProcessResult } from '../engine.ts'
import { describeFailure } from '../error-lines.ts'
import { EngineFailure } from '../problem.ts'
import { describeEnd } from '../process-end.ts'

/**
 * The timeout of a small request, in seconds. An engine that has not answered by then will not answer, and must not
 * block the run.
 */
const TIMEOUT_SECONDS = 120
/** The timeout of a request that transfers or builds an image, in seconds. */
export const IMAGE_TIMEOUT_SECONDS = 3600

/** The command of an engine: its program with leading arguments. Every call has a timeout. */
export class EngineCommand {
  readonly argv: readonly [string, ...string[]]
  readonly #product: string

  /** @param product the name of the engine in error messages */
  constructor(argv: readonly [string, ...string[]], product: string) {
    this.argv = argv
    this.#product = product
  }

  /**
   * Call the engine's command.
   * @param seconds the timeout
   */
  async call(
    args: string[],
    { seconds = TIMEOUT_SECONDS, signal }: { seconds?: number | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<ProcessResult & { timedOut: boolean }> {
    const [program, ...before] = this.argv
    // Select the builder explicitly. Otherwise a docker client without buildx prints a warning, and old clients ignore
    // buildx.
    const environment = args[0] === 'build' ? BUILDER_VARIABLES[await this.builder()] : {}
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

  /** The program that builds images: BuildKit if docker has buildx and the user's variables do not choose another. */
  async builder(): Promise<keyof typeof BUILDER_VARIABLES> {
    const [program, ...before] = this.argv
    if (program !== 'docker') return 'podman'
    if (['0', 'false'].includes(process.env.DOCKER_BUILDKIT ?? '')) return 'classic'
    const options = { reject: false, stdin: 'ignore', timeout: 20_000 } as const
    return (await execa(program, [...before, 'buildx', 'version'], options)).failed ? 'classic' : 'buildkit'
  }

  /**
   * Call the engine's command, and throw an error if it fails.
   * @param what the purpose of the call, for the error message
   * @throws Problem (3)
   */
  async must(args: string[], what: string, seconds?: number): Promise<ProcessResult> {
    const result = await this.call(args, { seconds })
    if (result.exitCode === 0) return result
    const output = `${result.stdout}\n${result.stderr.replace(LEGACY_BUILDER, '')}`
    const failure = describeFailure(`${this.#product} could not ${what}`, output, `exit code ${result.exitCode}`)
    const [sentence, ...more] = failure.split('\n')
    throw new EngineFailure([`${sentence}${remedyFor(result.stderr)}`, ...more].join('\n'), { cause: result })
  }
}

/** Docker's advice about the classic builder, which Plimsoll has chosen. */
const LEGACY_BUILDER = /^DEPRECATED: The legacy builder.*\n(?: +.*\n)*/m

/** The environment variables with which docker uses a builder. */
const BUILDER_VARIABLES = {
  buildkit: { DOCKER_BUILDKIT: '1' },
  classic: { DOCKER_BUILDKIT: '0' },
  podman: {},
} as const

/** The remedy, as a sentence, where the engine's own words name a problem but not how to solve it. */
function remedyFor(said: string): string {
  if (/does not match the specified platform/.test(said) && process.env.DOCKER_DEFAULT_PLATFORM)
    return '. Unset DOCKER_DEFAULT_PLATFORM, or set it to the platform of the image.'
  // Only the classic builder says so: it does not know --mount, --link, here-documents and what else came with BuildKit.
  if (/requires BuildKit|unknown (instruction|flag)/i.test(said))
    return '. If the Dockerfile needs BuildKit, this docker command lacks buildx: install it, for example with `sudo apt-get install docker-buildx`.'
  return ''
}

/** The lines of a command's output, without empty ones. */
export function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
