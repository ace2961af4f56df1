import { existsSync } from 'node:fs'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'

/** Whether this process can install packages on a Debian or Ubuntu system. */
export function canInstallPackages(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Installs packages with apt-get, and prints the names of the packages.
 * @throws Problem (3) if apt-get fails
 */
export async function installPackages(...names: string[]): Promise<void> {
  console.error(`Installing ${names.join(', ')} with apt-get…`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await execa('apt-get', ['update', '-qq'], { reject: false, stdin: 'ignore', env })
  const result = await execa('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    reject: false,
    stdin: 'ignore',
    all: true,
    env,
  })
  if (result.failed)
    throw new Problem(3, `apt-get could not install ${names.join(', ')}: ${result.all?.trim().split('\n').at(-1)}`)
}
