import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'
import { type ShellMachineOptions, shellWord } from './shell-machine.ts'

/** A machine that is reached by ssh, as the user says: VirtualBox, VMware, Vagrant, a VM of any kind, or another computer. */
export interface SshOptions {
  /** as ssh takes it: `user@host`, or a name of its configuration */
  destination: string
  /** in place of ~/.ssh/config, for example what `vagrant ssh-config` prints */
  config: string | null
  /** a directory of this host, and what the machine calls it */
  share: { host: string; machine: string } | null
}

/** How to run programs there, and a socket of this host that leads to its Docker. */
export type Connection = ShellMachineOptions & { dockerSocket: string }

const SOCKET = '/var/run/docker.sock'
/** How long the other side may take to accept a connection, and to let the user in, in s. */
const TIMEOUT_SECONDS = 30

/**
 * One connection for everything that follows, as long as this process lives. It needs no looking after: what it runs
 * there reads its input to the end, and that comes when this process is gone, even by SIGKILL.
 */
export async function connect(ssh: SshOptions): Promise<Connection | { problem: string }> {
  const { destination, share } = ssh
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-ssh-')) // a socket's path has to be short
  const dockerSocket = join(folder, 'docker.sock')
  // Whatever the user's configuration says: nothing is asked, no connection stays behind, and no error is kept quiet.
  const flags = [
    ...(ssh.config ? ['-F', ssh.config] : []),
    ...['-T', '-o', 'RemoteCommand=none', '-S', join(folder, 'control'), '-o', 'ControlPersist=no'],
    ...['-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR', '-o', `ConnectTimeout=${TIMEOUT_SECONDS}`],
  ]
  const alive = ['-o', 'ControlMaster=yes', '-o', 'ServerAliveInterval=15']
  const through = ['-o', 'ControlMaster=no', '-o', 'ClearAllForwardings=yes']
  const forward = ['-o', 'ClearAllForwardings=no', '-L', `${dockerSocket}:${SOCKET}`]
  // In a session of its own, because Ctrl-C is for this process alone: it still has to remove what it made there.
  // The shell outlives ssh, however that ends, to remove the folder.
  const master = spawn(
    'sh',
    ['-c', 'trap : TERM; ssh "$@"; rm -rf "$0"', folder, ...flags, ...alive, ...forward, '--', destination, 'cat'],
    { stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  )
  const end = () => {
    try {
      if (master.pid && master.exitCode === null) process.kill(-master.pid)
    } catch {
      // gone by now
    }
  }
  process.on('exit', end)
  const problem = await untilUp(master, [...flags, '-O', 'check', '--', destination])
  if (problem !== null) {
    end()
    const command = ['ssh', ...(ssh.config ? ['-F', ssh.config] : []), destination, 'true'].join(' ')
    return { problem: `ssh: ${destination} cannot be reached (${problem}): try \`${command}\`.` }
  }
  detach(master)
  return {
    command: (argv) => ['ssh', ...flags, ...through, '--', destination, argv.map(shellWord).join(' ')],
    pathOf: (directory) => pathIn(share, directory),
    dockerSocket,
  }
}

/** What the machine calls a directory of the host: null outside of the folder they share. */
export function pathIn(share: SshOptions['share'], directory: string): string | null {
  if (!share) return null
  const below = relative(share.host, directory)
  return below === '..' || below.startsWith('../') ? null : join(share.machine, below)
}

/** Wait until the connection is up. @returns why it is not, or null */
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

/** Nothing of the connection may keep this process alive. */
function detach(master: ChildProcess): void {
  master.unref()
  master.stderr?.destroy()
  ;(master.stdin as Socket | null)?.unref()
}
