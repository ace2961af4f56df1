import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { execa } from 'execa'

const [dockerd, containerd] = ['dockerd', 'containerd'].map((name) =>
  ['/usr/sbin', '/usr/bin'].map((folder) => join(folder, name)).find((file) => existsSync(file)),
)

/**
 * Whether a test can start its own dockerd beside the machine's dockerd. That needs root on Linux, with Docker
 * installed.
 */
export const canOwnDockerd = process.platform === 'linux' && process.getuid?.() === 0 && !!dockerd && !!containerd

/** Another Debian in a folder, whose programs run on this machine's kernel. */
export interface OtherDebian {
  /** the folder */
  root: string
  /** the folders of this machine that its programs see too, at the same paths */
  folders: string[]
}

/**
 * A dockerd of the test's own, with its own containerd. Tests may kill this dockerd, but never the machine's.
 * Containers of this dockerd reach no network, so it can build no images.
 */
export class OwnDockerd {
  readonly #directory = mkdtempSync(join(tmpdir(), 'plimsoll-dockerd-'))
  readonly #network = basename(this.#directory)
  readonly #address = this.#at('containerd.sock')
  readonly host = `unix://${this.#at('docker.sock')}`
  readonly #data: string
  readonly #inside: OtherDebian | null
  readonly #flags: string[] = []
  #containerd: ChildProcess | null = null
  #dockerd: ChildProcess | null = null

  /**
   * @param data the folder of images, containers and volumes; by default a temporary one. With another folder, `remove`
   *   leaves the files there.
   * @param inside the Debian whose dockerd runs; by default the machine's own
   * @param features features of dockerd to turn on or off, instead of those of the machine's configuration
   */
  constructor(
    data: string | null = null,
    inside: OtherDebian | null = null,
    features: Record<string, boolean> | null = null,
  ) {
    this.#data = data ?? this.#at('data')
    this.#inside = inside
    if (!features) return
    writeFileSync(this.#at('daemon.json'), JSON.stringify({ features }))
    this.#flags = ['--config-file', this.#at('daemon.json')]
  }

  /** Start the dockerd, and wait until it answers. */
  async start(): Promise<void> {
    rmSync(this.#at('pid'), { force: true }) // A killed dockerd leaves this file, and the next one would exit.
    const own = [
      '--data-root',
      join(this.#data, 'docker'),
      '--exec-root',
      this.#at('exec'),
      '--pidfile',
      this.#at('pid'),
    ]
    const command = this.#inside ? this.#commandInside(this.#inside) : [dockerd as string, ...this.#ownContainerd()]
    await this.#ensureNetwork()
    const network = `--net=/run/netns/${this.#network}`
    this.#dockerd = spawn('nsenter', [network, ...command, ...own, ...this.#flags, '--host', this.host], {
      stdio: 'ignore',
    })
    for (let tries = 0; tries < 300; tries++) {
      if (!(await this.docker('version')).failed) return
      await setTimeout(100)
    }
    throw new Error('the dockerd of the test does not answer')
  }

  /** Start a containerd. It is not a child of dockerd, so that it survives when a test kills dockerd. */
  #ownContainerd(): string[] {
    const place = ['--root', join(this.#data, 'containerd'), '--state', this.#at('state'), '--address', this.#address]
    this.#containerd ??= spawn(containerd as string, place, { stdio: 'ignore' })
    return ['--containerd', this.#address]
  }

  /**
   * The dockerd of another Debian. It starts its own containerd, because both must see the same mounts. The folder
   * becomes the root of the mount namespace: below a `chroot`, `docker exec` would see the files of the machine.
   */
  #commandInside({ root, folders }: OtherDebian): string[] {
    const script = `root=$1; shift
      mount --bind "$root" "$root"
      for folder in /proc /sys /dev; do mount --rbind "$folder" "$root$folder"; done
      while [ "$1" != -- ]; do mkdir -p "$root$1"; mount --bind "$1" "$root$1"; shift; done
      shift; cd "$root"; pivot_root . .; umount --lazy .; cd /; exec dockerd "$@"`
    const seen = [this.#directory, ...folders]
    return ['unshare', '--mount', '--propagation', 'private', 'sh', '-ec', script, 'sh', root, ...seen, '--']
  }

  docker(...args: string[]) {
    return execa('docker', ['--host', this.host, ...args], { reject: false, stdin: 'ignore' })
  }

  /** Copy an image from the machine's engine to this one. */
  async load(image: string): Promise<void> {
    const tar = this.#at('image.tar')
    await execa('docker', ['save', '--output', tar, image], { stdin: 'ignore' })
    const loaded = await this.docker('load', '--input', tar)
    if (loaded.failed) throw new Error(loaded.message)
    rmSync(tar)
  }

  kill(): Promise<void> {
    return end(this.#dockerd, 'SIGKILL')
  }

  /** Stop dockerd and containerd, and remove their files. */
  async remove(): Promise<void> {
    await end(this.#dockerd, 'SIGTERM')
    await end(this.#containerd, 'SIGTERM')
    // A dockerd mounts its data directory onto itself, and its network into a file. If it is killed, the data directory
    // and the network stay mounted.
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[1] ?? '')
    for (const mount of mounts
      .filter((mount) => [this.#directory, this.#data].some((own) => mount.startsWith(`${own}/`)))
      .reverse())
      await execa('umount', [mount], { reject: false })
    await execa('ip', ['netns', 'delete', this.#network], { reject: false })
    rmSync(this.#directory, { recursive: true, force: true })
  }

  /**
   * Create a network namespace with a loopback only. The flag `--bridge=none` would not be safe beside the machine's
   * own dockerd: it removes the bridge docker0, even if docker0 belongs to the machine's dockerd.
   */
  async #ensureNetwork(): Promise<void> {
    if (existsSync(`/run/netns/${this.#network}`)) return
    await execa('ip', ['netns', 'add', this.#network])
    await execa('ip', ['-netns', this.#network, 'link', 'set', 'lo', 'up'])
  }

  #at(name: string): string {
    return join(this.#directory, name)
  }
}

async function end(daemon: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return
  const gone = new Promise((resolve) => daemon.once('exit', resolve))
  daemon.kill(signal)
  await gone
}
