import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'

/** How each file system is made. */
interface Recipe {
  mkfs: string
  /** the Debian package of `mkfs` */
  package: string
  /** Every recipe forbids mkfs to discard the image first. That would give the blocks of the image back to the host. */
  flags: string[]
  mountOptions: string[]
}

/** Tables and the journal are written at once. Otherwise the kernel writes them in the background, during samples. */
const EXT4 = [
  ...['-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0,nodiscard'],
  // The samples of a whole suite are millions of small files.
  ...['-i', '8192'],
]
const RECIPES = {
  ext4: { mkfs: 'mkfs.ext4', package: 'e2fsprogs', flags: EXT4, mountOptions: [] },
  'ext4 without a journal': {
    mkfs: 'mkfs.ext4',
    package: 'e2fsprogs',
    flags: [...EXT4, '-O', '^has_journal'],
    mountOptions: [],
  },
  xfs: { mkfs: 'mkfs.xfs', package: 'xfsprogs', flags: ['-q', '-K'], mountOptions: [] },
  // Since Linux 6.2, btrfs discards freed blocks by itself if the device allows it, and a loop device does.
  btrfs: { mkfs: 'mkfs.btrfs', package: 'btrfs-progs', flags: ['-q', '-K'], mountOptions: ['nodiscard'] },
} satisfies Record<string, Recipe>

export type ImageFileSystem = keyof typeof RECIPES

/** Why no image can be mounted. If a package is missing, also its name. */
export interface MountProblem {
  reason: string
  package: string | null
}

/** Why an image with this file system cannot be made and mounted here, or null if nothing is known to be missing. */
export function whyNoImage(fileSystem: ImageFileSystem): MountProblem | null {
  const lacks = (reason: string, name: string | null = null): MountProblem => ({ reason, package: name })
  if (process.platform !== 'linux') return lacks('Loop devices exist only on Linux.')
  if (process.getuid?.() !== 0) return lacks('Only root can mount a file-system image.')
  if (!existsSync('/dev/loop-control')) return lacks('This machine has no loop devices (/dev/loop-control is missing).')
  const { mkfs, package: name } = RECIPES[fileSystem]
  if (!isInstalled('losetup')) return lacks('The command losetup is missing (Debian package mount).', 'mount')
  return isInstalled(mkfs) ? null : lacks(`The command ${mkfs} is missing (Debian package ${name}).`, name)
}

/** A new file system in a file, mounted at a path of its own. */
export interface MountedImage {
  directory: string
  /** the name of the block device, such as `loop0` */
  device: string
  /** Unmount the file system and remove everything that was made. Can be called twice. */
  remove: () => Promise<void>
}

/**
 * Makes a file-system image of the given size in `folder`, and mounts it. The file is allocated and written in full, and
 * the loop device reads and writes it directly. Otherwise the page cache and the block allocation of the host would be
 * a part of every measurement.
 * @param mountOptions further mount options, such as `discard`
 * @throws Error if a step fails; then nothing remains
 */
export async function mountImage(
  fileSystem: ImageFileSystem,
  {
    bytes,
    folder = tmpdir(),
    mountOptions = [],
  }: {
    bytes: number
    folder?: string
    mountOptions?: string[]
  },
): Promise<MountedImage> {
  const recipe: Recipe = RECIPES[fileSystem]
  const { bavail, bsize } = statfsSync(folder)
  const inGibibytes = (amount: number) => `${(amount / 2 ** 30).toFixed(1)} GiB`
  // Writing until the disk is full would fail whatever else writes to it.
  if (bavail * bsize < bytes + 2 ** 30)
    throw new Error(`${folder} has ${inGibibytes(bavail * bsize)} free, too few for an image of ${inGibibytes(bytes)}.`)
  const scratch = mkdtempSync(join(folder, 'plimsoll-image-'))
  const file = join(scratch, 'image')
  const directory = join(scratch, 'mount')
  mkdirSync(directory)
  let device: string | null = null
  try {
    await allocate(file, bytes)
    const attached = await execa('losetup', ['--find', '--show', '--direct-io=on', file])
    device = attached.stdout.trim()
    await execa(recipe.mkfs, [...recipe.flags, device])
    const options = [...recipe.mountOptions, ...mountOptions].flatMap((option) => ['-o', option])
    await execa('mount', [...options, device, directory])
    return { directory, device: device.replace('/dev/', ''), remove }
  } catch (error) {
    await remove()
    throw error
  } finally {
    // From here on the mount alone holds the loop device, and the loop device alone holds the file. So one umount gives
    // everything back, even after this process was killed.
    if (device !== null) await execa('losetup', ['--detach', device], { reject: false })
    rmSync(file, { force: true })
  }

  async function remove(): Promise<void> {
    if ((await execa('mountpoint', ['--quiet', directory], { reject: false })).exitCode === 0)
      await execa('umount', [directory])
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * Allocate a file and write zeros to all of it. Without the zeros, the first write of each block would also change the
 * host's file system.
 */
async function allocate(file: string, bytes: number): Promise<void> {
  const mebibytes = Math.ceil(bytes / 2 ** 20)
  // Not every file system supports fallocate. Then dd allocates the blocks.
  await execa('fallocate', ['--length', `${mebibytes}MiB`, file], { reject: false })
  await execa('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M', `count=${mebibytes}`, 'conv=notrunc,fsync', 'oflag=direct'])
}

function isInstalled(command: string): boolean {
  return ['/usr/sbin', '/sbin', '/usr/bin', '/bin'].some((folder) => existsSync(join(folder, command)))
}
