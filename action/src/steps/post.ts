import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getState, info } from '@actions/core'
import { getExecOutput } from '@actions/exec'
import { removeWorktree } from '../base-and-head/remove-worktrees.ts'
import { removeRequest } from '../measure-request/request-file.ts'
import { DOCUMENT, runPlimsoll } from './run-plimsoll.ts'
import { removeVm } from './set-up-engine.ts'

/** The time that a command may take to clean up after a signal, in ms. */
const TIMEOUT_MS = 120_000

/**
 * Ends all processes and removes all objects that the measuring step could not end or remove itself. Run documents stay,
 * because later steps may use them.
 */
export async function postStep(): Promise<void> {
  await endCommand(Number(getState('pid')))
  await removeVm()
  const [directory, repository] = [getState('directory'), getState('repository')]
  for (const name of directory && repository ? ['base', 'head'] : [])
    await removeWorktree(repository, join(directory, name))
  // The job ends here, so its run will not be resumed. Remove the journal: without it, cleanup also removes the images
  // that were kept to resume the run.
  if (directory) {
    rmSync(`${join(directory, DOCUMENT)}.journal`, { force: true })
    removeRequest(directory)
  }
  const { stdout, error } = await runPlimsoll(['clean', '--killed'], { show: false })
  info(stdout || error)
}

/** Ends the command of a step that was killed. */
async function endCommand(pid: number): Promise<void> {
  if (!(await isOurs(pid))) return
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < TIMEOUT_MS; waited += 500) {
    if (!(await isOurs(pid))) return
    await setTimeout(500)
  }
  process.kill(pid, 'SIGKILL')
}

/** Whether the process is Plimsoll's command. Its PID may belong to another process by now. */
async function isOurs(pid: number): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  const { stdout } = await getExecOutput('ps', ['-o', 'args=', '-p', String(pid)], {
    silent: true,
    ignoreReturnCode: true,
    // Pass no secrets, because processes of a killed step may still run and read them.
    env: { PATH: process.env.PATH ?? '' },
  })
  return stdout.includes('plimsoll.js')
}
