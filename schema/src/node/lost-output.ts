import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/** Exit code 3 of all commands: the environment does not support the operation. */
const ENVIRONMENT = 3

/**
 * Makes this process end with exit code 3 and a sentence if standard output could not be written, for example because
 * the disk is full. A reader that closes the pipe (`| head`) is no error. The process goes on until it ends by itself:
 * a server needs no output, and a run must keep its samples. Standard error holds only notes, so its errors are ignored.
 * @param command the name of the command, for the sentence
 */
export function reportLostOutput(command: string): void {
  const { stdout, stderr } = process
  completeWrites(stdout)
  let lost: NodeJS.ErrnoException | null = null
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error
  })
  stderr.on('error', () => {})
  process.on('exit', (exitCode) => {
    if (lost === null) return
    if (exitCode < ENVIRONMENT) process.exitCode = ENVIRONMENT
    const sentence = `The output is incomplete, because standard output cannot be written (${lost.code}). Free disk space or write it to another place, and run the command again.`
    stderr.write(`${command}: ${sentence}\n`)
  })
}

/** Node drops the rest of a write to a file that the disk accepts in part. `writeFileSync` tries again, and throws. */
function completeWrites(stream: Writable & { fd: number }): void {
  if (stream instanceof Socket) return
  stream._write = (chunk: Uint8Array, _encoding, callback) => {
    try {
      writeFileSync(stream.fd, chunk)
      callback()
    } catch (error) {
      callback(error as Error)
    }
  }
}
