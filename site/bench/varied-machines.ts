import type { RunDocument } from '@plimsoll/schema'

type Host = RunDocument['host']

/** A machine of the varied registry, with the engines that are installed on it. */
export interface VariedMachine {
  os: Host['os']
  architecture: 'x64' | 'arm64'
  cpu: string
  cpus: number
  gibibytes: number
  runner: Host['runner']
  /** The machine's times, relative to those of the fastest machine. */
  slowness: number
  engines: (keyof typeof ENGINES)[]
}

const local: Host['runner'] = { kind: 'local', label: null }
const hosted = (label: string): Host['runner'] => ({ kind: 'github-hosted', label })
const debian: Host['os'] = { family: 'linux', name: 'Debian GNU/Linux', version: '13' }
const ubuntu: Host['os'] = { family: 'linux', name: 'Ubuntu', version: '24.04' }
const fedora: Host['os'] = { family: 'linux', name: 'Fedora Linux', version: '42' }
const mac = (version: string): Host['os'] => ({ family: 'macos', name: 'macOS', version })

/** A machine: its system, architecture, processor, CPUs, GiB, runner, slowness and engines. */
function machine(
  os: Host['os'],
  architecture: VariedMachine['architecture'],
  cpu: string,
  [cpus, gibibytes, slowness]: [number, number, number],
  runner: Host['runner'],
  ...engines: VariedMachine['engines']
): VariedMachine {
  return { os, architecture, cpu, cpus, gibibytes, runner, slowness, engines }
}

/** Twelve machines, from a laptop of 2020 to a server. */
export const MACHINES: readonly VariedMachine[] = [
  machine(debian, 'x64', 'AMD EPYC 7763 64-Core Processor', [4, 16, 1.5], hosted('ubuntu-24.04'), 'docker', 'podman'),
  machine(
    ubuntu,
    'x64',
    'Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz',
    [2, 8, 1.9],
    hosted('ubuntu-22.04'),
    'docker',
  ),
  machine(ubuntu, 'arm64', 'Neoverse-N2', [4, 16, 1.6], hosted('ubuntu-24.04-arm'), 'docker', 'podman'),
  machine(debian, 'x64', 'AMD Ryzen 9 7950X 16-Core Processor', [32, 64, 1], local, 'docker', 'podman'),
  machine(fedora, 'x64', '12th Gen Intel(R) Core(TM) i7-1260P', [16, 32, 1.3], local, 'podman', 'docker'),
  machine(debian, 'x64', 'Intel(R) Core(TM) i5-8250U CPU @ 1.60GHz', [8, 8, 2.4], local, 'docker'),
  machine(mac('15.1.1'), 'arm64', 'Apple M4 Pro', [12, 48, 1.02], local, 'desktop', 'orbstack', 'colima', 'lima'),
  machine(mac('14.5'), 'arm64', 'Apple M1', [8, 16, 1.6], local, 'desktop', 'colima', 'lima'),
  machine(mac('15.3'), 'arm64', 'Apple M3 Max', [16, 64, 1.1], local, 'orbstack', 'desktop'),
  machine(mac('13.7'), 'x64', 'Intel(R) Core(TM) i7-1068NG7 CPU @ 2.30GHz', [8, 32, 2.6], local, 'desktop', 'colima'),
  machine(mac('26.0'), 'arm64', 'Apple M2', [8, 24, 1.4], local, 'lima', 'orbstack', 'desktop'),
  machine(mac('15.7'), 'arm64', 'Apple M1 (Virtual)', [3, 7, 2.1], hosted('macos-15'), 'colima', 'lima'),
]

/** An engine of the varied registry. */
interface VariedEngine {
  product: string
  vmType: string
  mountType: string
  storageDriver: string
  /** The releases: from which month of the registry on, the version, and the factor of work on a bind mount. */
  releases: [month: number, version: string, bind: number][]
}

/** Six engines. Two of them have a release that changes the time of work on a bind mount. */
export const ENGINES = {
  docker: engine(
    'Docker Engine',
    ['none', 'ext4', 'overlay2'],
    [0, '27.3.1', 1.02],
    [7, '28.0.4', 1.02],
    [16, '29.0.1', 1.03],
  ),
  podman: engine('Podman', ['none', 'ext4', 'overlay'], [0, '5.2.2', 1.06], [6, '5.4.0', 1.05], [14, '5.6.2', 1.06]),
  desktop: engine(
    'Docker Desktop',
    ['vz', 'virtiofs', 'overlay2'],
    [0, '4.34.2', 2.7],
    [5, '4.38.0', 2.7],
    [12, '4.43.1', 1.95],
    [19, '4.49.0', 1.95],
  ),
  orbstack: engine('OrbStack', ['vz', 'orbfs', 'overlay2'], [0, '1.7.5', 1.5], [8, '1.9.2', 1.48], [17, '2.0.4', 1.5]),
  colima: engine('Colima', ['vz', 'virtiofs', 'overlay2'], [0, '0.7.5', 1.8], [10, '0.8.1', 2.3], [20, '0.9.1', 2.3]),
  lima: engine('Lima', ['vz', 'virtiofs', 'overlayfs'], [0, '0.23.2', 2], [4, '1.0.2', 2], [13, '1.2.1', 2.02]),
}

function engine(
  product: string,
  [vmType, mountType, storageDriver]: [string, string, string],
  ...releases: VariedEngine['releases']
): VariedEngine {
  return { product, vmType, mountType, storageDriver, releases }
}
