import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'
import { type RemoteMachineOptions, shellWord } from './remote-machine.ts'

/** A machine reached by ssh: VirtualBox, VMware, Vagrant, any other VM, or another computer. */
export interface SshOptions {
  /** as ssh takes it: `user@host`, or a name from its configuration */
  destination: string
  /** instead of ~/.ssh/config, for example the output of `vagrant ssh-config` */
  config: string | null
  /** a directory of this host, and its path in the machine */
  share: { host: string; machine: string } | null
}

/** How to run programs there, and a socket of this host that forwards to its Docker. */
export type Connection = RemoteMachineOptions & { dockerSocket: string }

const SOCKET = '/var/run/docker.sock'
/** How long the other side may take to accept a connection, and to authenticate the user, in s. */
const TIMEOUT_SECONDS = 30

/**
 * Open one connection for all later commands. It lasts as long as this process and needs no cleanup: the remote command
 * reads its input to the end, and the input ends with this process, even after SIGKILL.
 */
export async function connect(ssh: SshOptions): Promise<Connection | { problem: string }> {
  const { destination, share } = ssh
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-ssh-')) // a socket's path must be short
  const dockerSocket = join(folder, 'docker.sock')
  // Override the user's configuration: no prompts, no persistent connection, no suppressed errors.
  const flags = [
    ...(ssh.config ? ['-F', ssh.config] : []),
    ...['-T', '-o', 'RemoteCommand=none', '-S', join(folder, 'control'), '-o', 'ControlPersist=no'],
    ...['-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR', '-o', `ConnectTimeout=${TIMEOUT_SECONDS}`],
  ]
  const alive = ['-o', 'ControlMaster=yes', '-o', 'ServerAliveInterval=15']
  const through = ['-o', 'ControlMaster=no', '-o', 'ClearAllForwardings=yes']
  const forward = ['-o', 'ClearAllForwardings=no', '-L', `${dockerSocket}:${SOCKET}`]
  // ssh runs in its own session, so that Ctrl-C reaches only this process, which still has to remove its files there.
  // The shell outlives ssh, however ssh ends, and removes the folder.
  const master = spawn(
    'sh',
    ['-c', 'trap : TERM; ssh "$@"; rm -rf "$0"', folder, ...flags, ...alive, ...forward, '--', destination, 'cat'],
    { stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  )
  const end = () => {
    try {
      if (master.pid && master.exitCode === null) process.kill(-master.pid)
    } catch {
      // already ended
    }
  }
  process.on('exit', end)
  const problem = await untilUp(master, [...flags, '-O', 'check', '--', destination])
  if (problem !== null) {
    end()
    const command = ['ssh', ...(ssh.config ? ['-F', ssh.config] : []), destination, 'true'].join(' ')
    return { problem: `ssh: ${destination} cannot be reached (${problem}). Try \`${command}\`.` }
  }
  detach(master)
  return {
    command: (argv) => ['ssh', ...flags, ...through, '--', destination, argv.map(shellWord).join(' ')],
    pathOf: (directory) => pathIn(share, directory),
    dockerSocket,
  }
}

/** The machine's path of a directory of the host; null outside of the shared folder. */
export function pathIn(share: SshOptions['share'], directory: string): string | null {
  if (!share) return null
  const below = relative(share.host, directory)
  return below === '..' || below.startsWith('../') ? null : join(share.machine, below)
}

/**
 * Wait until the connection is up.
 * @returns why it is not, or null
 */
async function untilUp(master: ChildProcess, check: string[]): Promise<string | null> {
  let said = ''
  master.stderr?.on('data', (data) => (said += data))
  master.on('error', (error) => (said += error.message))
  const deadline = Date.now() + 2 * TIMEOUT_SECONDS * 1000
  while (Date.now() < deadline) {
    if (master.exitCode !== null) return said.trim().split('\n').at(-1) || 'it gave no reason'
    if ((await execa('ssh', check, { reject: false, stdin: 'ignore' })).exitCode === 0) return null
    await setTimeout(100)
  }
  return `no answer within ${2 * TIMEOUT_SECONDS} s`
}

/** Let this process exit while the connection is open. */
function detach(master: ChildProcess): void {
  master.unref()
  master.stderr?.destroy()
  ;(master.stdin as Socket | null)?.unref()
}
