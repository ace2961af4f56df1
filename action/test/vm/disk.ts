import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { debianMirror, Problem } from '@plimsoll/workloads'
import { execa } from 'execa'
import { FILES, LEFT_OUT, MASKED, PACKAGES, SIZE, WANTED } from './recipe.ts'

/** The boot disk of a guest, and the guest's ssh keys. They do not change after their creation. */
export interface GuestDisk {
  /** the path of the disk image: raw ext4, without partitions */
  image: string
  kernel: string
  initrd: string
  /** the path of root's private key */
  key: string
  /** the path of a file with the guest's own key, under the name HOST_KEY_NAME */
  knownHosts: string
}

export const HOST_KEY_NAME = 'plimsoll-guest'

const cache = fileURLToPath(new URL('../../../.cache/vm/', import.meta.url))

/**
 * The disk that every guest starts with. It is built once from Debian's packages, and kept until its recipe changes.
 * @throws Problem (3) if a step of building it fails
 */
export async function guestDisk(): Promise<GuestDisk> {
  const recipe = JSON.stringify({ FILES, LEFT_OUT, MASKED, PACKAGES, SIZE, WANTED })
  const directory = join(cache, createHash('sha256').update(recipe).digest('hex').slice(0, 12))
  if (!existsSync(directory)) {
    console.error("Making the disk of a virtual machine from Debian's packages (about a minute, once)…")
    rmSync(cache, { recursive: true, force: true })
    mkdirSync(cache, { recursive: true })
    const scratch = mkdtempSync(join(cache, 'making-'))
    await makeDisk(scratch)
    renameSync(scratch, directory)
  }
  return filesOf(directory)
}

function filesOf(directory: string): GuestDisk {
  const [image, kernel, initrd, key, knownHosts] = ['disk.raw', 'vmlinuz', 'initrd', 'key', 'known_hosts'].map((name) =>
    join(directory, name),
  ) as [string, string, string, string, string]
  return { image, kernel, initrd, key, knownHosts }
}

async function makeDisk(directory: string): Promise<void> {
  const files = filesOf(directory)
  const tree = join(directory, 'tree')
  await step('mmdebstrap', [
    '--variant=apt',
    `--include=${PACKAGES.join(',')}`,
    '--aptopt=Acquire::Languages "none"',
    ...LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`),
    // The contents of the initial RAM disk must be configured before the kernel package is installed.
    `--essential-hook=mkdir -p "$1/etc/initramfs-tools/conf.d" && printf 'MODULES=list\\n' > "$1/etc/initramfs-tools/conf.d/guest"`,
    `--essential-hook=printf 'virtio_pci\\nvirtio_blk\\next4\\n' > "$1/etc/initramfs-tools/modules"`,
    'trixie',
    tree,
    ...(await debianMirror()),
  ])
  await step('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', HOST_KEY_NAME, '-f', files.key])
  const [type, hostKey] = readFileSync(join(tree, 'etc/ssh/ssh_host_ed25519_key.pub'), 'utf8').split(' ')
  writeFileSync(files.knownHosts, `${HOST_KEY_NAME} ${type} ${hostKey}\n`)
  furnish(tree, { ...FILES, 'root/.ssh/authorized_keys': readFileSync(`${files.key}.pub`, 'utf8') })

  for (const [prefix, file] of [
    ['vmlinuz-', files.kernel],
    ['initrd.img-', files.initrd],
  ] as const)
    copyFileSync(
      join(tree, 'boot', readdirSync(join(tree, 'boot')).find((name) => name.startsWith(prefix)) ?? ''),
      file,
    )
  await step('mkfs.ext4', ['-q', '-d', tree, files.image, SIZE])
  rmSync(tree, { recursive: true })
}

/** Writes the recipe's files, and its links for units of systemd, into the tree of the disk. */
function furnish(tree: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    writeFileSync(join(tree, path), content)
  }
  const units = join(tree, 'etc/systemd/system')
  for (const unit of MASKED) symlinkSync('/dev/null', join(units, unit))
  for (const unit of WANTED)
    symlinkSync(`/usr/lib/systemd/system/${unit}`, join(units, 'multi-user.target.wants', unit))
}

async function step(command: string, args: string[]): Promise<void> {
  const result = await execa(command, args, { reject: false, all: true, stdin: 'ignore', timeout: 900_000 })
  if (!result.failed) return
  const said = result.all.trim().split('\n').at(-1) || result.shortMessage
  throw new Problem(3, `\`${command}\` failed while making the virtual machine's disk: ${said}`)
}
