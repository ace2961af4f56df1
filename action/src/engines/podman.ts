import { readFileSync } from 'node:fs'
import { release } from 'node:os'
import type { Engine } from '@plimsoll/schema'
import { execa } from 'execa'
import type { Finding, KnownEngine } from '../find-engines.ts'
import { ContainerCli } from './container-cli.ts'
import { seen } from './docker.ts'

interface PodmanInfo {
  host: {
    serviceIsRemote: boolean
    arch: string
    cpus: number
    memTotal: number
    kernel: string
    cgroupVersion: string
  }
  store: { graphDriverName: string }
  version: { Version: string }
}

export const known: KnownEngine[] = [
  { product: 'Podman', id: 'podman', foundBy: 'the command `podman`', readFrom: '`podman info`' },
]

/** Podman, by its own command: on Linux the engine itself, elsewhere its machine. */
export async function find(): Promise<Finding[]> {
  const result = await execa('podman', ['info', '--format', 'json'], {
    reject: false,
    stdin: 'ignore',
    timeout: 30_000,
  })
  if (result.failed) {
    if (result.code === 'ENOENT') return []
    return [
      {
        problem:
          'podman: it is installed, but `podman info` fails: on a Mac, start its machine with `podman machine start`.',
      },
    ]
  }
  const info = JSON.parse(result.stdout) as PodmanInfo
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
      storageDriver: seen(info.store.graphDriverName),
      cgroupVersion: seen(Number(info.host.cgroupVersion.replace('v', ''))),
    },
  }
  const engine = new ContainerCli({
    id: 'podman',
    product: 'Podman',
    version: info.version.Version,
    architecture: info.host.arch === 'arm64' ? 'arm64' : 'x64',
    sharesHostKernel,
    command: ['podman'],
    eventFlags: () => ['--since', '10m', '--stream=false', '--format', 'json'],
    runFlags: sharesHostKernel ? limitFlags() : [],
    registryFlags: ['--tls-verify=false'],
    buildFlags: ['--format', 'docker'], // an image keeps its id when Docker takes it over
    description,
  })
  return [{ engine }]
}

/**
 * Podman as root asks for 1,048,576 open files and as many processes, and its containers do not start where this
 * process may not raise its own limits that far (inside a container, a sandbox). Ask for what there is, then.
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

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
