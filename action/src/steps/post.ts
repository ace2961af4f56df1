import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getState, info } from '@actions/core'
import { getExecOutput } from '@actions/exec'
import { removeWorktree } from '../worktrees.ts'
import { undoSetUp } from './engine.ts'
import { DOCUMENT, plimsoll } from './plimsoll.ts'

/** How long a command that is told to end may take to clean up, in ms. */
const TIMEOUT_MS = 120_000

/** Whatever the measuring step could not end itself is ended and removed. Documents stay: later steps may want them. */
export async function postStep(): Promise<void> {
  await endCommand(Number(getState('pid')))
  await undoSetUp()
  const [directory, repository] = [getState('directory'), getState('repository')]
  for (const name of directory && repository ? ['base', 'head'] : [])
    await removeWorktree(repository, join(directory, name))
  // The job ends here, and nobody goes on with its run: without a journal, the images kept for that go too.
  if (directory) rmSync(`${join(directory, DOCUMENT)}.journal`, { force: true })
  const { stdout, lastLine } = await plimsoll(['clean', '--killed'], { show: false })
  info(stdout || lastLine)
}

/** A step that was killed leaves its command behind. */
async function endCommand(pid: number): Promise<void> {
  if (!(await isOurs(pid))) return
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < TIMEOUT_MS; waited += 500) {
    if (!(await isOurs(pid))) return
    await setTimeout(500)
  }
  process.kill(pid, 'SIGKILL')
}

/** The number may be another process's by now. */
async function isOurs(pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  const { stdout } = await getExecOutput('ps', ['-o', 'args=', '-p', String(pid)], {
    silent: true,
    ignoreReturnCode: true,
    env: { PATH: process.env.PATH ?? '' }, // what a killed step started may still look on
  })
  return stdout.includes('plimsoll.js')
}
