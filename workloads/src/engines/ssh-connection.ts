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
  /** the destination as ssh takes it: `user@host`, or a name from ssh's configuration */
  destination: string
  /** a configuration file to use instead of ~/.ssh/config, for example the output of `vagrant ssh-config` */
  config: string | null
  /** a shared directory: its path on this host, and its path in the machine */
  share: { host: string; machine: string } | null
}

/** How to run programs in a machine reached by ssh, and a socket of this host that forwards to the machine's Docker. */
export type Connection = RemoteMachineOptions & { dockerSocket: string }

const SOCKET = '/var/run/docker.sock'
/** The timeout of ssh, in s. It applies to the connection, and again to the authentication of the user. */
const TIMEOUT_SECONDS = 30

/**
 * Opens one ssh connection for all later commands. The connection lasts as long as this process and needs no cleanup:
 * the remote command reads its input to the end, and the input ends with this process, even after SIGKILL.
 */
export async function connect(ssh: SshOptions): Promise<Connection | { problem: string }> {
  const { destination, share } = ssh
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-ssh-')) // The path of a socket must be short.
  const dockerSocket = join(folder, 'docker.sock')
  // These options override the user's ssh configuration: no prompts, no persistent connection, no suppressed errors.
  const flags = [
    ...(ssh.config ? ['-F', ssh.config] : []),
    ...['-T', '-o', 'RemoteCommand=none', '-S', join(folder, 'control'), '-o', 'ControlPersist=no'],
    ...['-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR', '-o', `ConnectTimeout=${TIMEOUT_SECONDS}`],
  ]
  const alive = ['-o', 'ControlMaster=yes', '-o', 'ServerAliveInterval=15']
  const through = ['-o', 'ControlMaster=no', '-o', 'ClearAllForwardings=yes']
  const forward = ['-o', 'ClearAllForwardings=no', '-L', `${dockerSocket}:${SOCKET}`]
  // ssh runs in its own session, so that Ctrl-C reaches only this process, which still has to remove its files on the
  // remote machine. The local shell outlives ssh, however ssh ends, and removes the folder of the socket.
  const master = spawn(
    'sh',
    ['-c', 'trap : TERM; ssh "$@"; rm -rf "$0"', folder, ...flags, ...alive, ...forward, '--', destination, 'cat'],
    { stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  )
  const end = () => {
    try {
      if (master.pid && master.exitCode === null) process.kill(-master.pid)
    } catch {
      // ssh has already ended.
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
    translatePath: (directory) => pathIn(share, directory),
    dockerSocket,
  }
}

/** The path of a host directory in the remote machine. Null if the directory is outside of the shared folder. */
export function pathIn(share: SshOptions['share'], directory: string): string | null {
  if (!share) return null
  const below = relative(share.host, directory)
  return below === '..' || below.startsWith('../') ? null : join(share.machine, below)
}

/**
 * Waits until the ssh connection is open.
 * @returns why the connection failed; null if it is open
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

/** Lets this process exit while the ssh connection is open. */
function detach(master: ChildProcess): void {
  master.unref()
  master.stderr?.destroy()
  ;(master.stdin as Socket | null)?.unref()
}
