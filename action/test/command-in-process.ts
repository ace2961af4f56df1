import { captureOutput, type Ended } from '../../schema/test/capture-output.ts'
import { main } from '../src/command.ts'

/** Runs `plimsoll` in this process, in a working directory. Returns what it printed, without the last line break. */
export async function runInDirectory(directory: string, args: string[]): Promise<Ended> {
  const before = process.cwd()
  process.chdir(directory)
  try {
    const { exitCode, ...printed } = await captureOutput(() => main([process.execPath, 'plimsoll', ...args]))
    return { exitCode, stdout: printed.stdout.replace(/\n$/, ''), stderr: printed.stderr.replace(/\n$/, '') }
  } finally {
    process.chdir(before)
  }
}
