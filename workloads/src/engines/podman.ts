import { release } from 'node:os'
import type { Engine } from '@plimsoll/schema'
import { execa } from 'execa'
import type { Finding, SupportedEngine } from '../engine-file.ts'
import { isNotFound } from '../process-end.ts'
import { quoted } from '../quoted.ts'
import { readOrEmpty } from '../read-or-empty.ts'
import { ContainerCli } from './container-cli.ts'
import { privileges, seen } from './docker.ts'
import { lines } from './engine-command.ts'
import { readObjects } from './json-output.ts'

/** The parts of the output of `podman info` that Plimsoll reads. */
interface PodmanInfo {
  host: {
    serviceIsRemote?: boolean
    arch?: string
    cpus?: number
    memTotal?: number
    kernel?: string
    cgroupVersion?: string
    security?: { rootless?: boolean }
  }
  store?: { graphDriverName?: string }
  version: { Version: string }
}

export const supported: SupportedEngine[] = [
  { product: 'Podman', id: 'podman', foundBy: 'the command `podman`', readFrom: '`podman info`' },
]

/**
 * Finds Podman by its own command. On Linux the command reaches the engine itself, elsewhere the engine in Podman's VM.
 */
export async function find(): Promise<Finding[]> {
  const result = await execa('podman', ['info', '--format', 'json'], {
    reject: false,
    stdin: 'ignore',
    timeout: 30_000,
  })
  if (isNotFound(result)) return []
  const info = readPodmanInfo(result.stdout ?? '')
  if (!info || result.failed) return [{ problem: `podman: ${whyNot(result.failed, result.stderr ?? '')}` }]
  const { cgroupVersion } = info.host
  const sharesHostKernel = process.platform === 'linux' && !info.host.serviceIsRemote && info.host.kernel === release()
  const description: Engine = {
    id: 'podman',
    product: 'Podman',
    version: info.version.Version,
    requested: {},
    effective: {
      vmType: sharesHostKernel ? { value: 'none', confidence: 'observed' } : { value: null, confidence: 'unknown' },
      mountType: { value: null, confidence: 'unknown' },
      cpus: seen(info.host.cpus),
      memory: seen(info.host.memTotal),
      kernel: seen(info.host.kernel),
      storageDriver: seen(info.store?.graphDriverName),
      cgroupVersion: seen(cgroupVersion ? Number(cgroupVersion.replace('v', '')) : undefined),
      ...privileges(info.host.security?.rootless),
    },
  }
  const limits = sharesHostKernel ? limitFlags() : []
  const engine = new ContainerCli({
    id: 'podman',
    product: 'Podman',
    version: info.version.Version,
    architecture: info.host.arch === 'arm64' ? 'arm64' : 'x64',
    sharesHostKernel,
    command: ['podman'],
    eventFlags: () => ['--since', '10m', '--stream=false', '--format', 'json'],
    runFlags: limits,
    ...(sharesHostKernel && { networkProblem }),
    registryFlags: ['--tls-verify=false'],
    buildFlags: ['--format', 'docker', ...limits], // With this format an image keeps its id when Docker loads it.
    description,
  })
  return [{ engine }]
}

/**
 * Returns why Podman's containers cannot reach each other, as a sentence; null if nothing says so. Podman sets no rule for
 * an internal network. With Docker beside it, the host forwards only what Docker knows, and the kernel may pass packets that
 * stay in a bridge through the same rules (`bridge-nf-call-iptables`). Only root can read them.
 * @param rules the rules, as `iptables -S` prints them
 */
export async function networkProblem(
  isFiltered = readOrEmpty('/proc/sys/net/bridge/bridge-nf-call-iptables').trim() === '1',
  rules = readRules,
): Promise<string | null> {
  if (process.getuid?.() !== 0 || !isFiltered) return null
  const text = await rules()
  const isAllowed = !/^-P FORWARD DROP$/m.test(text) || /^-A DOCKER-USER .*-j ACCEPT$/m.test(text)
  return isAllowed
    ? null
    : "Docker's firewall on this host drops what Podman's containers send each other. Allow it with `sysctl -w net.bridge.bridge-nf-call-iptables=0`, or stop Docker."
}

async function readRules(): Promise<string> {
  const { stdout } = await execa('iptables', ['-S'], { reject: false, stdin: 'ignore' })
  return stdout ?? ''
}

/** Parses the JSON output of `podman info`. Null if it cannot be read. */
export function readPodmanInfo(stdout: string): PodmanInfo | null {
  return readObjects<PodmanInfo>(stdout).find(({ host, version }) => host && version?.Version) ?? null
}

function whyNot(failed: boolean, stderr: string): string {
  const itself = '`podman info --format json`'
  if (!failed)
    return `${itself} printed nothing that Plimsoll can read. Run it yourself, or update Podman to 3.4 or later.`
  const said = lines(stderr).at(-1)
  const remedy =
    process.platform === 'darwin'
      ? 'Start its machine with `podman machine start`.'
      : 'Run it yourself, and correct what it reports.'
  return `${itself} fails${said ? ` (${quoted(said)})` : ''}. ${remedy}`
}

/**
 * The flags that set limits for containers. Podman as root requests limits of 1,048,576 open files and as many
 * processes. If this process may not raise its own limits that far, as inside a container or a sandbox, such containers
 * do not start. In that case, the flags request the available limits.
 */
export function limitFlags(
  limits = readOrEmpty('/proc/self/limits'),
  pidMax = Number(readOrEmpty('/proc/sys/kernel/pid_max')),
): string[] {
  const files = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1])
  const processes = Math.min(Number(/^Max processes\s+\d+\s+(\d+)/m.exec(limits)?.[1]), pidMax)
  if (process.getuid?.() !== 0 || !(files < 1_048_576)) return []
  return [
    '--ulimit',
    `nofile=${files}:${files}`,
    ...(processes > 0 ? ['--ulimit', `nproc=${processes}:${processes}`] : []),
  ]
}
