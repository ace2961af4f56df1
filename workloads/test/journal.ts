import { listWorkloads, makeSelection } from '../src/read-catalog/catalog.ts'
import type { StartEntry } from '../src/run/journal-entry.ts'
import { makePlan } from '../src/run/plan.ts'
import { agentDigest } from '../src/sample/agent.ts'

/** The first line of a journal for tests: a run of `metadata` on the host. */
export function startForTest(): StartEntry {
  const workloads = listWorkloads().filter(({ workload }) => workload === 'metadata')
  const choice = { suite: makeSelection(workloads), workloads, onlyWorkloads: [], onlyScenarios: ['native', 'layer'] }
  const unknown = { value: null, confidence: 'unknown' } as const
  return {
    event: 'plan',
    run: 'aaaaaaaaaa',
    startedAt: '2026-01-01T00:00:00.000Z',
    plan: makePlan({ ...choice, engines: ['docker'], rounds: 1, seed: 4_294_967_295 }),
    budget: null,
    directory: '/nowhere',
    variants: null,
    declared: { nfs: null, synced: null },
    notes: [],
    harness: { version: '1.2.3', commit: null, agentDigest: agentDigest() },
    source: null,
    host: {
      os: { family: 'linux', name: 'Debian GNU/Linux', version: '13' },
      kernel: '6.12.1',
      architecture: 'x64',
      cpu: { model: null, count: 2 },
      memory: 8e9,
      target: { filesystem: 'ext4', disk: 'unknown' },
      power: 'unknown',
      runner: { kind: 'local', label: null },
      virtualization: { kind: 'none', nested: null, accelerator: null },
    },
    storage: [
      {
        ...{ engine: null, location: 'target', filesystem: 'ext4', journal: true, commitInterval: null },
        ...{ discard: false, sameDeviceAsHost: true, sinceRemoval: null, rested: 0 },
      },
    ],
    environments: [
      {
        ...{ engine: null, libc: 'glibc', cpus: 2, cpuLimit: null, memoryLimit: null },
        ...{ seccomp: false, firstTouch: 'handled' },
      },
    ],
    before: { loadAverage: 0, freeMemory: 4e9, otherContainers: 0, otherVirtualMachines: 0, stealRatio: 0 },
    engines: [
      {
        id: 'docker',
        product: 'Docker Engine',
        version: '28.0.0',
        requested: {},
        effective: {
          vmType: unknown,
          mountType: { value: 'ext4', confidence: 'observed' },
          cpus: { value: 2, confidence: 'observed' },
          memory: { value: 8e9, confidence: 'observed' },
          kernel: unknown,
          storageDriver: { value: 'overlay2', confidence: 'observed' },
          cgroupVersion: unknown,
        },
      },
    ],
    images: [
      {
        name: 'plimsoll/base:default',
        engine: 'docker',
        digest: `sha256:${'a'.repeat(64)}`,
        origin: 'built',
        packagesDigest: null,
      },
    ],
  }
}
