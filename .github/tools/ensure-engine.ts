import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findEngines, Problem, plimsollHome } from '@plimsoll/workloads'
import { execa } from 'execa'
import { askYesNo } from '../../action/src/ask-yes-no.ts'
import { canInstallPackages, installPackages } from '../../action/test/apt-packages.ts'

const REMEDY =
  'Install one (for example Colima, OrbStack or Docker Desktop on a Mac; `apt-get install docker.io` on Debian and Ubuntu) to measure containers.'

const INSTALL = 'No container engine was found. Install Docker from the distribution’s packages and start it?'

/**
 * Makes sure that a container engine is available. An engine that is found is never changed. If there is none, asks the
 * user on a terminal. Without a terminal, install Docker from the distribution's packages as root on Debian or Ubuntu.
 * @param docker whether the docker command must reach the engine; Podman alone is then not enough
 * @returns whether there is an engine
 */
export async function ensureEngine({
  install,
  docker = false,
}: {
  install: boolean
  docker?: boolean
}): Promise<boolean> {
  const { engines, problems } = await findEngines()
  if (engines.some(({ id }) => !docker || id !== 'podman')) return true
  for (const problem of problems) console.error(`! ${problem}`)
  if (!install) {
    console.error(`No container engine was found, and --no-install-engine is set: only the host is measured. ${REMEDY}`)
    return false
  }
  if (!canInstallPackages()) {
    console.error(`No container engine was found: only the host is measured. ${REMEDY}`)
    return false
  }
  if (process.stdin.isTTY && !(await askYesNo(INSTALL, { otherwise: true, undone: 'nothing was installed' }))) {
    console.error(`Only the host is measured. ${REMEDY}`)
    return false
  }
  console.error('No container engine was found: setting up Docker (skip this with --no-install-engine).')
  if (!dockerd()) await installPackages('docker.io', 'iptables', 'ca-certificates')
  // Since Debian 13, the docker command is in a package of its own.
  if (!(await hasDockerCommand())) await installPackages('docker-cli')
  await startDocker()
  return true
}

/** Whether there is a docker command. Podman's `docker`, a script that starts podman, does not count. */
async function hasDockerCommand(): Promise<boolean> {
  const { stdout } = await execa('docker', ['--version'], { reject: false, stdin: 'ignore' })
  return String(stdout).startsWith('Docker version')
}

function dockerd(): string | undefined {
  return ['/usr/sbin/dockerd', '/usr/bin/dockerd'].find((file) => existsSync(file))
}

/**
 * Removes the pid file of a dockerd that no longer runs. A killed dockerd leaves this file. The next dockerd would take
 * it for the file of a running engine and exit.
 */
function removeStalePidFile(): void {
  const file = '/var/run/docker.pid'
  if (!existsSync(file)) return
  const status = `/proc/${readFileSync(file, 'utf8').trim()}/status`
  const running = existsSync(status) && /^Name:\s+dockerd\nUmask:.*\nState:\s+[^Z]/m.test(readFileSync(status, 'utf8'))
  if (!running) rmSync(file)
}

async function startDocker(): Promise<void> {
  if (existsSync('/run/systemd/system')) {
    await execa('systemctl', ['start', 'docker'], { reject: false })
  } else {
    console.error('Starting dockerd (no systemd); this can take a minute…')
    removeStalePidFile()
    mkdirSync(plimsollHome(), { recursive: true })
    const log = openSync(join(plimsollHome(), 'dockerd.log'), 'a')
    // Start dockerd by its full path: a root shell without a login may lack /usr/sbin in its PATH.
    const daemon = spawn(dockerd() ?? 'dockerd', [], { detached: true, stdio: ['ignore', log, log] })
    daemon.on('error', () => {}) // The wait below reports that dockerd did not start.
    daemon.unref()
  }
  let problems: string[] = []
  for (let tries = 0; tries < 60; tries++) {
    const found = await findEngines()
    if (found.engines.some(({ id }) => id !== 'podman')) return
    problems = found.problems
    await setTimeout(1000)
  }
  const log = `see ${join(plimsollHome(), 'dockerd.log')} or \`journalctl -u docker\``
  throw new Problem(3, [`Docker was installed but cannot be used: ${log}.`, ...problems].join(' '))
}
