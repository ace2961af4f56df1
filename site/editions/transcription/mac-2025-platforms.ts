import type { Citation, Engine, Host } from '@plimsoll/schema'
import { AUTHORS } from './mac-bench.ts'
import { effectiveConfiguration } from './transcribed-run.ts'

/** A platform of the 2025 article. Facts that the article does not state are null or unknown. */
export interface Platform {
  os: 'macOS' | 'Linux'
  /** The platform's name in the article's table. */
  title: string
  /** The platform's name in the data file. */
  inSource: string
  engine: Engine
}

const GIBIBYTE = 1024 ** 3
const VIRTUALIZATION_FRAMEWORK = 'Apple Virtualization Framework'
const ALLOTTED = { cpus: 8, memory: 16 * GIBIBYTE }

export const CITATION: Citation = {
  title: 'Docker on MacOS is still slow?',
  authors: AUTHORS,
  published: '2025-01-04',
  url: 'https://www.paolomainardi.com/posts/docker-performance-macos-2025/',
}

export const MAC_HOST: Host = {
  os: { family: 'macos', name: 'macOS', version: '15.1.1' },
  kernel: null,
  architecture: 'arm64',
  cpu: { model: 'Apple M4 Pro', count: 12 },
  memory: 48 * GIBIBYTE,
  target: { filesystem: null, disk: 'unknown' },
  power: 'unknown',
  runner: { kind: 'local', label: null },
  virtualization: { kind: 'unknown', nested: null, accelerator: null },
}

export const LINUX_HOST: Host = {
  os: { family: 'linux', name: 'Arch Linux', version: null },
  kernel: null,
  architecture: 'x64',
  cpu: { model: 'AMD Ryzen Threadripper PRO 5945WX', count: null },
  memory: 64 * GIBIBYTE,
  target: { filesystem: 'btrfs', disk: 'solid-state' },
  power: 'unknown',
  runner: { kind: 'local', label: null },
  virtualization: { kind: 'unknown', nested: null, accelerator: null },
}

export const PLATFORMS: Platform[] = [
  {
    os: 'macOS',
    title: 'Lima',
    inSource: 'Lima',
    engine: {
      id: 'lima',
      product: 'Lima',
      version: '1.0.3',
      requested: { vmType: 'vz', mountType: 'virtiofs', ...ALLOTTED },
      effective: effectiveConfiguration('declared', {
        vmType: VIRTUALIZATION_FRAMEWORK,
        mountType: 'virtiofs',
        ...ALLOTTED,
      }),
    },
  },
  dockerDesktop('Docker Desktop, VZ', 'Docker - VZ', 'docker-desktop-vz', VIRTUALIZATION_FRAMEWORK, 'virtiofs'),
  dockerDesktop('Docker Desktop, VMM', 'Docker - VMM', 'docker-desktop-vmm', 'Docker VMM (beta)', 'virtiofs'),
  dockerDesktop(
    'Docker Desktop, file sync',
    'Docker - VZ + file sync',
    'docker-desktop-vz-sync',
    VIRTUALIZATION_FRAMEWORK,
    'synchronized file shares',
  ),
  {
    os: 'macOS',
    title: 'OrbStack',
    inSource: 'Docker - OrbStack',
    engine: {
      id: 'orbstack',
      product: 'OrbStack',
      version: '1.9.2',
      requested: {},
      // The article infers Apple's Virtualization framework from OrbStack's Rosetta support, and calls this inference a
      // guess.
      effective: effectiveConfiguration('inferred', { vmType: VIRTUALIZATION_FRAMEWORK }),
    },
  },
  {
    os: 'Linux',
    title: 'Docker',
    inSource: 'Docker - Linux',
    engine: {
      id: 'docker',
      product: 'Docker',
      version: '27.3.1',
      requested: {},
      effective: effectiveConfiguration('declared', { vmType: 'none' }),
    },
  },
]

function dockerDesktop(title: string, inSource: string, id: string, vmType: string, mountType: string): Platform {
  const configuration = { vmType, mountType, ...ALLOTTED }
  return {
    os: 'macOS',
    title,
    inSource,
    engine: {
      id,
      product: 'Docker Desktop',
      version: '4.37.1',
      requested: configuration,
      effective: effectiveConfiguration('declared', configuration),
    },
  }
}
