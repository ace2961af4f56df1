import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { execa } from 'execa'
import type { Machine, ProcessResult } from '../engine.ts'
import { Problem } from '../problem.ts'
import { describeEnd } from '../process-end.ts'

export interface RemoteMachineOptions {
  /** The local command line that runs a program in the remote machine. */
  command: (argv: string[]) => [string, ...string[]]
  /**
   * The path that a directory of the host has in the remote machine. Null if the machine does not share the directory.
   */
  translatePath: (hostDirectory: string) => string | null
}

/** A machine that runs programs by a command such as `ssh` or `limactl shell`. */
export class RemoteMachine implements Machine {
  /**
   * The directory for Plimsoll's files, on the machine's own disk: `/tmp` may be a RAM disk, and a home directory may
   * be shared.
   */
  readonly directory = '/var/tmp/plimsoll'
  readonly translatePath: (hostDirectory: string) => string | null
  readonly #command: RemoteMachineOptions['command']

  constructor({ command, translatePath }: RemoteMachineOptions) {
    this.#command = command
    this.translatePath = translatePath
  }

  run(argv: string[], signal?: AbortSignal): Promise<ProcessResult> {
    const [program, ...args] = this.#command(argv)
    const child = execa(program, args, {
      reject: false,
      stdin: 'ignore',
      maxBuffer: 100_000_000,
      ...(signal && { cancelSignal: signal }),
    })
    // After an abort, the output stays open until the program in the machine ends. Do not wait for that end.
    return new Promise((resolve) => {
      const interrupted = () => resolve({ exitCode: 1, stdout: '', stderr: 'interrupted' })
      signal?.addEventListener('abort', interrupted, { once: true })
      child.then((result) => {
        signal?.removeEventListener('abort', interrupted)
        resolve(resultOf(result))
      })
    })
  }

  async copy(from: string, to: string): Promise<void> {
    const isDirectory = statSync(from).isDirectory()
    const unpack = isDirectory
      ? ['mkdir -p "$0" && exec tar -xf - -C "$0"', to]
      : ['mkdir -p "$1" && cat > "$0" && chmod 755 "$0"', to, dirname(to)]
    const [program, ...args] = this.#command(['sh', '-c', ...unpack])
    const options = { reject: false, maxBuffer: 1_000_000 } as const
    const result = isDirectory
      ? await packed(from).pipe(program, args, options)
      : await execa(program, args, { ...options, inputFile: from })
    const { exitCode, stderr } = resultOf(result)
    if (exitCode !== 0) throw new Problem(3, `Cannot copy to the machine: ${stderr.trim()}`)
  }
}

/** Quote a word of a command line for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function packed(directory: string) {
  return execa('tar', ['-C', directory, '-cf', '-', '.'], {
    reject: false,
    buffer: false,
    encoding: 'buffer',
    env: { COPYFILE_DISABLE: '1' }, // Otherwise tar on a Mac adds a file of attributes for each file.
  })
}

function resultOf(result: {
  exitCode?: number | undefined
  signal?: string | undefined
  code?: string | undefined
  stdout?: unknown
  stderr?: unknown
}): ProcessResult {
  return {
    exitCode: result.exitCode ?? 1,
    stdout: String(result.stdout ?? ''),
    // The error messages of ssh contain host and user names, and errors become part of documents. So those messages are
    // hidden.
    stderr:
      result.exitCode === 255
        ? 'the connection to the machine failed'
        : String(result.stderr || (result.exitCode === 0 ? '' : describeEnd(result))),
  }
}
