import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startForTest } from '../../test/journal.ts'
import { describeWarnings, type Foreseen, runWarnings } from './run-warnings.ts'

const { before, plan } = startForTest()
const quiet: Foreseen = {
  ...{ conditions: before, cpus: 2, busyShare: null, power: 'mains', filesystem: 'ext4', journal: true },
  ...{ free: { bytes: 2 ** 40, inodes: 2 ** 40 }, plan: null },
}
const withRounds = (...rounds: number[]): Foreseen['plan'] => ({
  ...plan,
  benchmarks: rounds.flatMap((rounds, index) =>
    plan.benchmarks.map((benchmark) => ({ ...benchmark, params: { files: index }, rounds })),
  ),
})
const busy = { ...before, loadAverage: 7.5 }

test.each<[what: string, seen: Partial<Foreseen>, warnings: RegExp[]]>([
  ['a quiet host', {}, []],
  ['a load', { conditions: busy, busyShare: 0.9 }, [/^The host is busy \(load average 7\.5 on 2 CPUs\)/]],
  ['a load of an unknown share', { conditions: busy }, [/^The host is busy/]],
  ['a load that has ended', { conditions: busy, busyShare: 0.1 }, []],
  ['a load of half of the CPUs', { conditions: { ...before, loadAverage: 1 }, busyShare: 1 }, []],
  ['other containers', { conditions: { ...before, otherContainers: 3 } }, [/^Other containers are running \(3\)/]],
  ['a hypervisor that steals', { conditions: { ...before, stealRatio: 0.06 } }, [/^The hypervisor takes 6% of/]],
  ['a file system without a journal', { journal: false }, [/without a journal \(ext4\).*: use --dir on a file system/]],
  ['a file system whose journal is unknown', { journal: null }, []],
  ['a battery', { power: 'battery' }, [/^The host runs on battery.*: connect it to mains power\.$/]],
  ['a low-power mode', { power: 'low-power' }, [/^The host is in its low-power mode/]],
  ['little space', { free: { bytes: 4 * 2 ** 30, inodes: 8e10 } }, [/^Only 4 GiB of disk space are free/]],
  [
    'few inodes',
    { free: { bytes: 8e10, inodes: 1e9 } },
    [/^The disk has few free inodes \(see `df -i`\), so files are/],
  ],
  ['little space of a tmpfs', { free: { bytes: 2 ** 30, inodes: 2 ** 30 }, filesystem: 'tmpfs' }, []],
  ['enough rounds', { plan: withRounds(6) }, []],
  [
    'few rounds',
    { plan: withRounds(6, 3) },
    [/^Too few rounds for a ratio, which needs 6, .*: metadata files=1 \(3\)\.$/],
  ],
  ['few rounds of many workloads', { plan: withRounds(3, 3, 3, 3, 3, 3, 3) }, [/files=4 \(3\), 2 more\.$/]],
  ['few rounds of a workload without a reference', { plan: withoutReference() }, []],
  ['few rounds of a check', { plan: { ...plan, check: {} as NonNullable<typeof plan.check> } }, []],
])('before a run with %s, the right warnings are given', (_what, seen, warnings) => {
  vi.stubEnv('GITHUB_ACTIONS', '')
  expect(describeWarnings({ ...quiet, ...seen })).toEqual(warnings.map((text) => expect.stringMatching(text)))
})

function withoutReference(): Foreseen['plan'] {
  const scenarios = ['volume', 'bind']
  return {
    ...plan,
    benchmarks: plan.benchmarks.map((benchmark, at) => ({ ...benchmark, scenario: scenarios[at] ?? 'bind' })),
  }
}

test('the file system of a folder that does not exist yet is that of the folder in which it will be', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  const options = { engines: [], plan: withRounds(1) }
  const warnings = await runWarnings({ ...options, directory: join(directory, 'not/yet') })
  const isOfHost = (text: string) => /journal|space/.test(text)
  expect(warnings.filter(isOfHost)).toEqual((await runWarnings({ ...options, directory })).filter(isOfHost))
  expect(warnings.at(-1)).toMatch(/^Too few rounds/)
})
