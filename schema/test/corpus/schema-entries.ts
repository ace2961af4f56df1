import { runDocument } from '../document.ts'
import { changed, type Entry, type Loose } from './entry.ts'
import { recorded } from './valid-entries.ts'

/** Documents that are JSON but break the JSON Schema. */
export function schemaEntries(): Entry[] {
  const bad = (name: string, code: string, pointer: string, change: (document: Loose) => void): Entry => ({
    name, text: changed(change), valid: false, stage: 'schema', code, pointer,
  })
  const text = (name: string, code: string, pointer: string, text: string): Entry => ({
    name, text, valid: false, stage: 'schema', code, pointer,
  })
  const base = JSON.stringify(runDocument())
  const value = '/benchmarks/0/samples/0/values/duration'
  const setValue = (v: unknown) => (d: Loose) => { d.benchmarks[0].samples[0].values.duration = v }
  return [
    text('null', 'wrong-type', '', 'null'),
    text('a list', 'wrong-type', '', `[${base}]`),
    text('63 levels deep, which parses', 'wrong-type', '/engines/0/id', base.replace('"docker"', `${'['.repeat(60)}${']'.repeat(60)}`)),
    text('400 lists 62 deep, which parse', 'wrong-type', '', `[${new Array(400).fill(`${'['.repeat(62)}${']'.repeat(62)}`).join()}]`),
    text('1,000 keys in one object, which parse', 'wrong-type', '/licence', base.replace('"CC0-1.0"', `{${Array.from({ length: 1000 }, (_, i) => `"k${i}":0`).join()}}`)),
    bad('a path where storage names a file system', 'wrong-format', '/storage/0/filesystem', (d) => { recorded(d); d.storage[0].filesystem = '/dev/sda1' }),
    bad('storage with a device', 'unknown-field', '/storage/0/device', (d) => { recorded(d); d.storage[0].device = 'sda1' }),
    bad('a control that is false', 'not-allowed', '/benchmarks/0/control', (d) => { d.benchmarks[0].control = false }),
    bad('a rule for rounds without a half-width', 'missing-field', '/design/roundsRule/halfWidth', (d) => { recorded(d); delete d.design.roundsRule.halfWidth }),
    bad('no licence', 'missing-field', '/licence', (d) => { delete d.licence }),
    bad('no schema version', 'missing-field', '/schemaVersion', (d) => { delete d.schemaVersion }),
    bad('no CPU count', 'missing-field', '/host/cpu/count', (d) => { delete d.host.cpu.count }),
    bad('no failure in a sample', 'missing-field', '/benchmarks/1/samples/1/failure', (d) => { delete d.benchmarks[1].samples[1].failure }),
    bad('schema version 2', 'unknown-version', '/schemaVersion', (d) => { d.schemaVersion = 2 }),
    bad('schema version "1"', 'unknown-version', '/schemaVersion', (d) => { d.schemaVersion = '1' }),
    bad('schema version true', 'unknown-version', '/schemaVersion', (d) => { d.schemaVersion = true }),
    bad('an unknown field', 'unknown-field', '/hostname', (d) => { d.hostname = 'x' }),
    bad('an unknown field of the host', 'unknown-field', '/host/hostname', (d) => { d.host.hostname = 'x' }),
    bad('an unknown field with a slash and a tilde', 'unknown-field', '/suite/a~1b~0', (d) => { d.suite['a/b~'] = 1 }),
    text('a __proto__ field', 'unknown-field', '/__proto__', base.replace('{', '{"__proto__":{"polluted":true},')),
    text('a constructor field', 'unknown-field', '/constructor', base.replace('{', '{"constructor":1,')),
    bad('a string where an integer belongs', 'wrong-type', '/host/cpu/count', (d) => { d.host.cpu.count = '4' }),
    bad('a fraction where an integer belongs', 'wrong-type', '/host/cpu/count', (d) => { d.host.cpu.count = 4.5 }),
    bad('null where an integer belongs', 'wrong-type', '/design/rounds', (d) => { d.design.rounds = null }),
    bad('true where an integer belongs', 'wrong-type', '/design/rounds', (d) => { d.design.rounds = true }),
    bad('a string for a duration', 'wrong-type', value, setValue('3000')),
    bad('a fraction for a duration', 'wrong-type', value, setValue(3000.5)),
    bad('a negative duration', 'out-of-range', value, setValue(-1)),
    bad('an empty list of durations', 'wrong-length', value, setValue([])),
    bad('a fraction in a list of durations', 'wrong-type', `${value}/1`, setValue([1, 2.5])),
    bad('a negative CPU time', 'out-of-range', '/benchmarks/0/samples/0/cpu/user', (d) => { d.benchmarks[0].samples[0].cpu.user = -1 }),
    bad('a number for a CPU time', 'wrong-type', '/benchmarks/0/samples/0/cpu', (d) => { d.benchmarks[0].samples[0].cpu = 5 }),
    bad('an unknown unit', 'not-allowed', '/benchmarks/0/metrics/0/unit', (d) => { d.benchmarks[0].metrics[0] = { ...d.benchmarks[0].metrics[0], unit: 'ms' } }),
    bad('an unknown status', 'not-allowed', '/benchmarks/0/status', (d) => { d.benchmarks[0].status = 'fine' }),
    bad('an unknown variant', 'not-allowed', '/benchmarks/0/variant', (d) => { d.benchmarks[0].variant = 'left' }),
    bad('no metric', 'wrong-length', '/benchmarks/0/metrics', (d) => { d.benchmarks[0].metrics = [] }),
    bad('an upper-case workload name', 'wrong-format', '/benchmarks/0/workload', (d) => { d.benchmarks[0].workload = 'NPM' }),
    bad('a name with a line feed at its end', 'wrong-format', '/benchmarks/0/workload', (d) => { d.benchmarks[0].workload = 'npm-ci\n' }),
    bad('a bad parameter name', 'wrong-name', '/benchmarks/0/params/Big Size', (d) => { d.benchmarks[0].params = { 'Big Size': 1 } }),
    bad('a list for a parameter', 'wrong-type', '/benchmarks/0/params/size', (d) => { d.benchmarks[0].params.size = [] }),
    bad('a fraction for a parameter', 'wrong-type', '/benchmarks/0/params/size', (d) => { d.benchmarks[0].params.size = 0.5 }),
    bad('a bad digest', 'wrong-format', '/suite/digest', (d) => { d.suite.digest = 'sha256:00' }),
    bad('a time with an offset', 'wrong-format', '/startedAt', (d) => { d.startedAt = '2025-03-01T10:00:00+01:00' }),
    bad('month 13', 'wrong-format', '/startedAt', (d) => { d.startedAt = '2025-13-01' }),
    bad('an empty licence', 'wrong-length', '/licence', (d) => { d.licence = '' }),
    bad('a terminal command in a name', 'wrong-format', '/host/os/name', (d) => { d.host.os.name = 'Linux\u001b[31m' }),
    bad('a line feed in a line', 'wrong-format', '/host/kernel', (d) => { d.host.kernel = 'one\ntwo' }),
    bad('a bidirectional override', 'wrong-format', '/host/cpu/model', (d) => { d.host.cpu.model = 'a\u202eb' }),
    bad('a zero-width space', 'wrong-format', '/host/cpu/model', (d) => { d.host.cpu.model = 'a\u200bb' }),
    bad('a tag character, beyond the basic plane', 'wrong-format', '/host/cpu/model', (d) => { d.host.cpu.model = 'a\u{e0061}b' }),
    bad('501 characters', 'wrong-length', '/host/os/name', (d) => { d.host.os.name = '😀'.repeat(501) }),
    bad('a seed of 2^32', 'out-of-range', '/design/seed', (d) => { d.design.seed = 2 ** 32 }),
    bad('a threshold of 0', 'out-of-range', '/design/threshold', (d) => { d.design.threshold = 0 }),
    bad('a level of 1', 'out-of-range', '/design/level', (d) => { d.design.level = 1 }),
    bad('an unknown kind of origin', 'not-allowed', '/origin/kind', (d) => { d.origin = { kind: 'guessed' } }),
    bad('an imported run without its tool', 'missing-field', '/origin/tool', (d) => { d.origin = { kind: 'imported' } }),
    bad('a transcribed run without citation', 'missing-field', '/origin/citation', (d) => { d.origin = { kind: 'transcribed' } }),
    bad('a measured run with a citation', 'unknown-field', '/origin/citation', (d) => { d.origin = { kind: 'measured', citation: {} } }),
    bad('a source of the wrong kind', 'wrong-type', '/source', (d) => { d.source = 'https://example.org' }),
    bad('an incomplete effective target', 'missing-field', '/benchmarks/0/target/mounted', (d) => { d.benchmarks[0].target = { filesystem: 'ext4' } }),
    bad('an effective value without confidence', 'missing-field', '/engines/0/effective/cpus/confidence', (d) => { d.engines[0].effective.cpus = { value: 4 } }),
    bad('a summary with n = 0', 'out-of-range', '/benchmarks/0/summary/0/n', (d) => { d.benchmarks[0].summary = [{ metric: 'duration', n: 0 }] }),
  ]
}
