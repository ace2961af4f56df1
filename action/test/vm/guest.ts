import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type HostDeclarations, Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { boot } from './boot.ts'
import { type GuestDisk, guestDisk, HOST_KEY_NAME } from './disk.ts'
import { freePort } from './free-port.ts'
import { exportByNfs } from './nfs.ts'
import { SHARE } from './recipe.ts'
import { ensureTools } from './tools.ts'

/** A Debian 13 machine in software emulation, with Docker in it. It shares one directory with the host. */
export interface Guest {
  /** the ssh destination of the guest, a name in the configuration file `sshConfig` */
  readonly destination: string
  /** the path of an ssh configuration file with the guest's own key and known hosts, used instead of ~/.ssh/config */
  readonly sshConfig: string
  /** the path of the shared directory in the guest, by 9p */
  readonly share: string
  /** how the guest's Docker reaches the shared directory by NFS; the NFS server is on the host */
  readonly nfs: NonNullable<HostDeclarations['nfs']>
  /** Stop the guest and the NFS server, and wait for their end. The next guest starts with the same unchanged disk. */
  stop(): Promise<void>
}

/** The time limit of a guest's boot, in seconds. A boot usually takes 30 s, and takes longer if all cores are busy. */
const BOOT_SECONDS = 300

/**
 * Starts a guest, and waits until its Docker answers. The first start on a machine builds the guest's disk, in about a
 * minute. The guest and the NFS server die with this process, however this process ends.
 * @param share a directory of the host that the guest shares
 * @throws Problem (3) if a requirement is missing and cannot be installed, or if the guest does not start
 */
export async function startGuest({ share }: { share: string }): Promise<Guest> {
  await ensureTools()
  const disk = await guestDisk()
  mkdirSync(share, { recursive: true })
  const scratch = mkdtempSync(join(tmpdir(), 'plimsoll-vm-'))
  const [sshPort, nfsPort] = [await freePort(), await freePort()]
  const server = exportByNfs(share, nfsPort, scratch)
  const machine = boot(disk, share, sshPort)
  const stop = async () => {
    await Promise.all([machine.end(), server.end()])
    rmSync(scratch, { recursive: true, force: true })
  }
  const destination = 'guest'
  const sshConfig = join(scratch, 'ssh-config')
  writeFileSync(sshConfig, configuration(destination, disk, sshPort))
  const waiting = new AbortController()
  try {
    await Promise.race([answers(['-F', sshConfig, destination], waiting.signal), machine.ended, server.ended])
  } catch (error) {
    waiting.abort()
    await stop()
    throw error
  }
  const nfs = { directory: share, address: '10.0.2.2', path: server.path, options: `port=${nfsPort},nfsvers=4.2` }
  return { destination, sshConfig, share: SHARE, nfs, stop }
}

/** The ssh configuration of a guest, in the format of `vagrant ssh-config`. */
function configuration(name: string, disk: GuestDisk, port: number): string {
  return `Host ${name}
  HostName 127.0.0.1
  Port ${port}
  User root
  IdentityFile ${disk.key}
  IdentitiesOnly yes
  UserKnownHostsFile ${disk.knownHosts}
  HostKeyAlias ${HOST_KEY_NAME}
  BatchMode yes
`
}

/** Waits until ssh connects to the guest, and then until Docker in the guest answers. Docker starts by itself. */
async function answers(ssh: string[], signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + BOOT_SECONDS * 1000
  for (;;) {
    const login = await execa('ssh', ['-o', 'ConnectTimeout=10', ...ssh, 'systemctl start docker'], {
      reject: false,
      stdin: 'ignore',
      cancelSignal: signal,
      timeout: Math.max(1, deadline - Date.now()),
    })
    if (!login.failed || signal.aborted) return
    const said = login.stderr.trim().split('\n').at(-1) || login.shortMessage
    if (Date.now() >= deadline) throw new Problem(3, `The guest did not come up in ${BOOT_SECONDS} s: ${said}`)
    if (login.exitCode !== 255) throw new Problem(3, `Docker did not start in the guest: ${said}`)
    await setTimeout(300)
  }
}
