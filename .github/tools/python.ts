import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { canInstallPackages, installPackages } from '../../action/test/apt-packages.ts'

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
const requirements = fileURLToPath(new URL('./requirements.txt', import.meta.url))

/**
 * Installs a Python environment with the cross compiler and the second validator, for tests and benches.
 * @throws Problem (3) without Python, or when its packages cannot be installed
 */
export async function ensurePython(): Promise<void> {
  const stamp = join(cache, 'python/requirements.txt')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(requirements, 'utf8')) return
  console.error('Setting up Python packages for the tests…')
  mkdirSync(cache, { recursive: true })
  const make = () => execa('python3', ['-m', 'venv', '--clear', join(cache, 'python')], { reject: false })
  if ((await make()).failed) {
    if (!canInstallPackages()) throw new Problem(3, 'The tests need Python 3 with venv. Install it (python3-venv).')
    await installPackages('python3-venv')
    if ((await make()).failed) throw new Problem(3, '`python3 -m venv` failed. Check the installation of Python 3.')
  }
  const pip = ['-m', 'pip', 'install', '--quiet', '-r', requirements]
  const install = await execa(join(cache, 'python/bin/python3'), pip, { reject: false, stdio: ['ignore', 2, 2] })
  if (install.failed)
    throw new Problem(3, 'pip could not install the packages that the tests need. Check that PyPI can be reached.')
  copyFileSync(requirements, stamp)
}

/** What the full suite needs besides: a second implementation of statistics, for the figures of `linux-2026`. */
export const ensureStatistics = (): Promise<string> => pipInstall('scipy==1.16.3', 'python3')

/**
 * Installs one more package in the Python environment for tests and benches.
 * @returns the path of the package's program `program`
 * @throws Problem (3) if the package cannot be installed
 */
export async function pipInstall(requirement: string, program: string): Promise<string> {
  await ensurePython()
  const pip = ['-m', 'pip', 'install', '--quiet', requirement]
  const install = await execa(join(cache, 'python/bin/python3'), pip, { reject: false, stdio: ['ignore', 2, 2] })
  if (install.failed) throw new Problem(3, `pip could not install ${requirement}. Check that PyPI can be reached.`)
  return join(cache, 'python/bin', program)
}
