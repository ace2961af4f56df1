import type { Citation, Engine, Host } from '@plimsoll/schema'
import { readRecords } from './read-source.ts'
import { effectiveConfiguration } from './transcribed-run.ts'

export const DIRECTORY = 'docker-internals-guide'

/** One of the three platforms, as described in the repository of the source. */
export interface Platform {
  /** The folder of the source that holds the platform's values. */
  folder: string
  os: string
  title: string
  /** The commit of the source's repository that added the platform's values. */
  commit: string
  started: string
  finished: string
  host: Host
  engine: Engine
}

export const CITATION: Citation = {
  title:
    'Decomposing Docker Container Startup Performance: A Three-Tier Measurement Study on Heterogeneous Infrastructure',
  authors: ['Shamsher Khan'],
  published: '2026-02-16',
  url: 'https://arxiv.org/abs/2602.15214',
  version: 'f6457021714c2edf5d36fe6976187bb50674b068',
}

const GIBIBYTE = 1024 ** 3
const TITLES: Record<string, string> = {
  'azure-premium-ssd': 'Azure, Premium SSD',
  'azure-standard-hdd': 'Azure, Standard HDD',
  'macos-docker-desktop': 'Docker Desktop',
}

export const PLATFORMS: Platform[] = readRecords(`${DIRECTORY}/platforms.csv`).map((record) => {
  const folder = field(record, 'platform')
  const macos = field(record, 'os') === 'macOS'
  return {
    folder,
    os: macos ? 'macOS' : 'Linux',
    title: TITLES[folder] ?? folder,
    commit: field(record, 'commit'),
    started: field(record, 'started'),
    finished: field(record, 'finished'),
    host: {
      os: { family: macos ? 'macos' : 'linux', name: field(record, 'os'), version: field(record, 'os_version') },
      kernel: field(record, 'kernel'),
      architecture: macos ? 'arm64' : 'x64',
      cpu: { model: field(record, 'cpu'), count: Number(field(record, 'cpus')) },
      memory: Number(field(record, 'memory_gb')) * GIBIBYTE,
      target: { filesystem: null, disk: macos ? 'unknown' : 'virtual' },
      power: 'unknown',
      runner: macos ? { kind: 'local', label: null } : { kind: 'unknown', label: field(record, 'machine') },
      virtualization: { kind: macos ? 'unknown' : 'vm', nested: null, accelerator: null },
    },
    engine: macos ? dockerDesktop(record) : docker(record),
  }
})

function docker(record: Record<string, string>): Engine {
  return {
    id: 'docker',
    product: 'Docker',
    version: field(record, 'docker'),
    requested: {},
    effective: effectiveConfiguration('declared', { vmType: 'none', storageDriver: field(record, 'storage_driver') }),
  }
}

/**
 * Returns Docker Desktop as an engine. The source states the version of the Docker Engine inside Docker Desktop. It
 * does not state the version of Docker Desktop.
 */
function dockerDesktop(record: Record<string, string>): Engine {
  return {
    id: 'docker-desktop',
    product: 'Docker Desktop',
    version: `engine ${field(record, 'docker')}`,
    requested: {},
    effective: effectiveConfiguration('declared', {
      cpus: Number(field(record, 'vm_cpus')),
      memory: Math.round(Number(field(record, 'vm_memory_gib')) * GIBIBYTE),
      kernel: field(record, 'vm_kernel'),
      storageDriver: field(record, 'storage_driver'),
    }),
  }
}

function field(record: Record<string, string>, name: string): string {
  const value = record[name]
  if (value === undefined || value === '') throw new Error(`platforms.csv has no ${name}.`)
  return value
}
