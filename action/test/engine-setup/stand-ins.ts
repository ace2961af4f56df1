// For tests: a stand-in machine whose programs are small scripts, and a server with releases of these programs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { release, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Releases } from '../../src/engine-setup/releases.ts'
import type { Tool, VmType } from '../../src/engine-setup/request.ts'
import { realSystem, type System } from '../../src/engine-setup/system.ts'

/** The properties of a stand-in machine, and the behaviour of its programs. */
export interface Machine {
  os?: 'Darwin' | 'Linux'
  machine?: 'arm64' | 'x86_64' | 'aarch64'
  /** the output of `sysctl -n kern.hv_support` */
  hvSupport?: '0' | '1'
  root?: boolean
  /** whether Linux has the file /dev/kvm; `unusable`: the file exists, but cannot be opened */
  kvm?: boolean | 'unusable'
  qemu?: boolean
  /** whether limactl and docker are installed before any download; by default they are on Linux, and not on a Mac */
  lima?: boolean
  docker?: boolean
  /** the result of a start, by VM type */
  starts?: Partial<Record<VmType, 'starts' | 'fails' | 'hangs'>>
  /** the file system type of the share, if it differs from the type that the mount type implies */
  mounted?: string
  /** whether Docker in the virtual machine answers */
  dockerAnswers?: boolean
  /** whether docker also has a context for another virtual machine of the product, listed first */
  another?: boolean
}

/** Programs of this machine that the stand-in scripts and the set-up need. */
const BORROWED = ['sh', 'tar', 'gzip', 'ps', 'sleep', 'touch', 'rm', 'cat', 'env']

/** The paths of these programs. */
const borrowed = execFileSync('which', BORROWED, { encoding: 'utf8' }).trim().split('\n')

/** A directory with scripts that acts as a stand-in machine. */
export class StandIns {
  readonly directory = mkdtempSync(join(tmpdir(), 'plimsoll-stand-ins-'))
  readonly system: System
  readonly told: string[] = []
  readonly #machine: Required<Machine>

  constructor(machine: Machine = {}) {
    this.#machine = {
      ...{ os: 'Darwin', machine: 'x86_64', hvSupport: '1', root: false, kvm: true, qemu: true },
      ...{ lima: machine.os === 'Linux', docker: machine.os === 'Linux' },
      ...{
        mounted: '',
        dockerAnswers: true,
        another: false,
        ...machine,
        starts: { vz: 'starts', qemu: 'starts', ...machine.starts },
      },
    }
    const { os, machine: name, hvSupport, qemu, lima, docker, root, kvm } = this.#machine
    mkdirSync(join(this.directory, 'bin'))
    mkdirSync(join(this.directory, 'state'))
    for (const program of borrowed) symlinkSync(program, join(this.directory, 'bin', basename(program)))
    this.#put('uname', `case $1 in -s) echo ${os};; -m) echo ${name};; esac`)
    if (os === 'Darwin') this.#put('sysctl', `echo ${hvSupport}`)
    if (qemu) for (const cpu of ['x86_64', 'aarch64']) this.#put(`qemu-system-${cpu}`, 'echo QEMU emulator version 10')
    if (lima) this.#put('limactl', this.#limaScript())
    if (docker) this.#put('docker', this.#dockerScript())
    const environment = { ...process.env, PATH: join(this.directory, 'bin'), INPUT_TOKEN: 'secret', LIMA_HOME: '/lima' }
    this.system = {
      ...realSystem(environment, (line) => this.told.push(line)),
      isRoot: () => root,
      canUse: () => kvm === true,
    }
  }

  /** Every call of limactl, colima and docker so far, oldest first. */
  get calls(): string[] {
    const file = join(this.directory, 'calls')
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  }

  /** The names of the existing virtual machines and docker contexts, such as `instance-plimsoll`. */
  get left(): string[] {
    return readdirSync(this.state(''))
      .filter((name) => /^(?:instance|context)-/.test(name))
      .sort()
  }

  /** The path of a file in which the stand-in programs keep their state. */
  state(name: string): string {
    return join(this.directory, 'state', name)
  }

  /** The bytes of a release of a tool. The program in the release is a script. */
  release(tool: Tool): Buffer {
    const folder = mkdtempSync(join(this.directory, 'release-'))
    const [place, script] = {
      lima: ['bin', this.#limaScript()],
      docker: ['docker', this.#dockerScript()],
      colima: ['.', this.#colimaScript()],
    }[tool] as [string, string]
    const program = tool === 'lima' ? 'limactl' : tool
    mkdirSync(join(folder, place), { recursive: true })
    writeFileSync(join(folder, place, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    if (tool === 'colima') return readFileSync(join(folder, program))
    return execFileSync('tar', ['-czf', '-', '-C', folder, place])
  }

  #put(program: string, script: string): void {
    const file = join(this.directory, 'bin', program)
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
  }

  #log(program: string): string {
    return `echo "${program} $*" >> '${this.directory}/calls'; env > '${this.state('environment')}'; cd '${this.directory}/state'`
  }

  /**
   * The script that stands in for limactl. Like Lima, it creates the instance at the beginning of a start, even if the
   * start then fails. It rejects a second instance of the same name.
   */
  #limaScript(): string {
    return `${this.#log('limactl')}
for last; do :; done
case $1 in
start)
  ${this.#readFlags()}
  [ -e instance-$name ] && { echo 'level=fatal msg="instance already exists"' >&2; exit 1; }
  touch instance-$name
  ${this.#begin()}
  echo "\${mount:=9p}" > mount; echo $vm > vm
  echo '{"name":"'$name'","status":"Running","dir":"/lima/'$name'","vmType":"'$vm'","cpus":4,"memory":4294967296,"limaVersion":"v2.2.0","config":{"mountType":"'$mount'"}}' > running-$name;;
shell) ${this.#inside()};;
list) echo '{"name":"default","status":"Running","dir":"/lima/default","vmType":"qemu"}'; [ -e running-$last ] && cat running-$last;;
delete) rm -f instance-$last running-$last;;
--version) echo limactl version 2.2.0;;
esac`
  }

  /** The script that stands in for colima. It changes incompatible settings, as Colima 0.10 does. */
  #colimaScript(): string {
    return `${this.#log('colima')}
for last; do :; done
case $1 in
start)
  ${this.#readFlags()}
  name=$2
  [ -e instance-$name ] && { echo 'level=fatal msg="already running"' >&2; exit 1; }
  touch instance-$name
  driver=QEMU; [ "$vm" = vz ] && driver='macOS Virtualization.Framework'
  case $vm/$mount in vz/9p|vz/) mount=virtiofs;; qemu/virtiofs|qemu/) mount=sshfs;; esac
  ${this.#begin()}
  echo $mount > mount; echo $vm > vm; touch context-colima-$name
  echo '{"display_name":"colima [profile='$name']","driver":"'$driver'","arch":"x86_64","runtime":"docker","mount_type":"'$mount'","docker_socket":"unix:///colima/'$name'/docker.sock","cpu":4,"memory":4294967296,"disk":1}' > running-$name;;
ssh) ${this.#inside()};;
version) echo colima version v0.10.3; echo git commit: none;;
status) [ -e running-$last ] || { echo 'level=fatal msg="colima is not running"' >&2; exit 1; }; cat running-$last;;
delete) rm -f instance-$last running-$last;;
esac`
  }

  /** The output of commands that run inside a virtual machine. */
  #inside(): string {
    const { os, hvSupport, kvm } = this.#machine
    const qemu = os === 'Linux' && kvm === true && hvSupport === '1' ? 'kvm' : 'qemu'
    return `case $* in
*systemd-detect-virt) read -r vm < vm; case $vm in vz) echo apple;; *) echo ${qemu};; esac;;
*) ${this.#mounts()};;
esac`
  }

  #mounts(): string {
    const type = this.#machine.mounted
      ? `type=${this.#machine.mounted}`
      : 'read -r type < mount; case $type in *sshfs) type=fuse.sshfs;; esac'
    return `${type}; echo /dev/vda1 / ext4 rw 0 0; echo mount0 /work/_temp/shared $type rw 0 0`
  }

  #readFlags(): string {
    return `for flag; do case $flag in --name=*) name=\${flag#*=};; --vm-type=*) vm=\${flag#*=};; --mount-type=*) mount=\${flag#*=};; esac; done`
  }

  #begin(): string {
    const becomes = {
      starts: ':',
      fails: `echo 'time="now" level=fatal msg="no \\"entitlement\\""' >&2; exit 1`,
      hangs: `sleep 1234.${process.pid}`,
    }
    const { starts, kvm } = this.#machine
    const { vz = 'starts', qemu = 'starts' } = starts
    // If the file /dev/kvm exists, Lima uses KVM, unless a variable names another QEMU command.
    const refused = `echo 'level=fatal msg="Could not access KVM kernel module"' >&2; exit 1`
    const accelerate = kvm === 'unusable' ? `case $QEMU_SYSTEM_X86_64 in *tcg*) ;; *) ${refused};; esac` : ':'
    return `case $vm in vz) ${becomes[vz]};; qemu) ${accelerate}; ${becomes[qemu]};; esac`
  }

  #dockerScript(): string {
    const { dockerAnswers, another } = this.#machine
    const version = dockerAnswers ? 'echo 29' : 'echo "Cannot connect to the Docker daemon" >&2; exit 1'
    const info = {
      ...{ ID: 'stand-in', OperatingSystem: 'Ubuntu 24.04 LTS', Architecture: 'x86_64', ServerVersion: '29' },
      ...{ NCPU: 4, MemTotal: 4_100_000_000, KernelVersion: release(), Driver: 'overlay2', CgroupVersion: '2' },
    }
    return `${this.#log('docker')}
case $* in
"context create"*) [ -e "context-$3" ] && { echo "context already exists" >&2; exit 1; }; touch "context-$3";;
"context rm"*) rm -f "context-$4";;
"context ls"*)
  ${another ? `echo '{"Name":"another","DockerEndpoint":"unix:///another/socket"}'` : ''}
  for file in context-*; do [ -e $file ] && echo '{"Name":"'\${file#*-}'","DockerEndpoint":"unix:///a/socket"}'; done;;
--version) echo Docker version 29;;
"--context another info "*) echo '{"Name":"'$(for file in context-*; do rest=\${file#*-}; echo \${rest%%-*}; done)'-another",${JSON.stringify({ ...info, ID: 'another' }).slice(1)}';;
*" info "*) echo '{"Name":"'$2'",${JSON.stringify(info).slice(1)}';;
*" version "*"json .Server"*) echo '{"Platform":{"Name":""},"Components":[{"Name":"Engine","Details":{"KernelVersion":"6.8.0"}}]}';;
*" version "*) ${version};;
*) :;;
esac`
  }
}

/** A server on loopback that serves releases. */
export interface ReleaseServer {
  releases: Releases
  /** the requested paths */
  requests: string[]
  close(): void
}

/** A function that sends the response for a requested file. */
export type Responder = (bytes: Buffer, response: ServerResponse) => void

/**
 * Serves the releases of a machine's programs. The listed checksums are those of the real files, even if `send` sends
 * other bytes.
 */
export async function serveReleases(
  standIns: StandIns,
  send: Responder = (bytes, response) => response.end(bytes),
): Promise<ReleaseServer> {
  const requests: string[] = []
  const files = new Map<string, Buffer>()
  const server = createServer((request: IncomingMessage, response) => {
    requests.push(request.url ?? '')
    send(files.get(request.url ?? '') ?? Buffer.alloc(0), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const platforms = (tool: Tool) => {
    const bytes = standIns.release(tool)
    files.set(`/${tool}`, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = { url: `http://127.0.0.1:${port}/${tool}`, sha256, seenIn: [] }
    return { '1': { 'Darwin x86_64': file, 'Darwin arm64': file } }
  }
  return {
    releases: {
      tools: { lima: platforms('lima'), colima: platforms('colima'), docker: platforms('docker') },
    },
    requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
