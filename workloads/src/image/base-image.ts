import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { cacheDirectory } from '../cleanup/plimsoll-home.ts'
import { inTemporaryDirectory } from '../cleanup/temporary-directory.ts'
import { describeFailure } from '../error-lines.ts'
import { Problem } from '../problem.ts'
import { describeEnd } from '../process-end.ts'

/** The base image: Debian 13 (trixie-slim). The digest is that of the multi-architecture index as of 2026-08-24. */
export const BASE_IMAGE = 'debian:trixie-slim@sha256:d7e12182ce18b85b93007c1dedf31f2d29e01ccf3182cc4017c709b6259bc132'

/**
 * The name of a locally built base image. It is not an official name, because an official name would present the image
 * as Debian's own.
 */
export const BUILT_BASE = 'plimsoll/base:trixie'

/**
 * Builds a Debian 13 root file system as a tar file from Debian's packages. It is for hosts that reach a package
 * archive but no container registry. The result is cached.
 * @throws Problem (3) if this host cannot build one
 */
export async function buildBaseTar(architecture: 'x64' | 'arm64', say: (line: string) => void): Promise<string> {
  const debian = architecture === 'x64' ? 'amd64' : 'arm64'
  const tar = join(cacheDirectory(), `base-trixie-${debian}.tar`)
  if (existsSync(tar)) return tar
  if (process.getuid?.() !== 0 || process.platform !== 'linux' || !(await works('apt-get', ['--version']))) {
    throw new Problem(
      3,
      `Cannot reach a container registry, and building the base image from packages needs root on Debian or Ubuntu. Run \`docker pull ${BASE_IMAGE}\`, or run plimsoll as root.`,
    )
  }
  if (!(await works('debootstrap', ['--version']))) {
    say('Installing debootstrap with apt-get')
    await step('apt-get', ['update'])
    await step('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap'])
  }
  await inTemporaryDirectory(async (scratch) => {
    say("Building a Debian 13 base image from Debian's packages (about a minute, once)")
    await step('debootstrap', [
      '--variant=minbase',
      `--arch=${debian}`,
      'trixie',
      join(scratch, 'root'),
      ...(await debianMirror()),
    ])
    await step('tar', [
      '-C',
      join(scratch, 'root'),
      '--exclude=./dev/*',
      '--exclude=./var/cache/apt/archives/*.deb',
      '-cf',
      join(scratch, 'base.tar'),
      '.',
    ])
    renameSync(join(scratch, 'base.tar'), tar)
  })
  return tar
}

/**
 * The Debian archive configured in this host's apt, as an argument list for debootstrap and mmdebstrap. Empty if no
 * archive is configured.
 */
export async function debianMirror(): Promise<string[]> {
  const format = ['indextargets', '--format', '$(LABEL) $(REPO_URI)', 'Identifier: Packages']
  const { stdout } = await execa('apt-get', format, { reject: false })
  return /^Debian (http\S+)/m.exec(String(stdout))?.slice(1) ?? []
}

async function works(command: string, args: string[]): Promise<boolean> {
  return !(await execa(command, args, { reject: false, stdin: 'ignore' })).failed
}

async function step(command: string, args: string[]): Promise<void> {
  const result = await execa(command, args, {
    reject: false,
    all: true,
    stdin: 'ignore',
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 900_000,
  })
  if (result.failed) {
    const what = `\`${command}\` failed while building the base image`
    throw new Problem(3, describeFailure(what, result.all ?? '', describeEnd(result)), { cause: result })
  }
}
