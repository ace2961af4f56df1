import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { agentBinary, buildProgram } from './build.ts'
import { agent, call, only, runShell, temporaryDirectory } from './test/run-agent.ts'

const linux = process.platform === 'linux'
const directory = await temporaryDirectory()
const probe = path.join(directory, 'probe')

beforeAll(() => buildProgram('test/probe.c', probe))

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

describe('the times', () => {
  test('a child that is busy for 200 ms has used 0.2 s of CPU ± 10%', async () => {
    const used: number[] = []
    for (let i = 0; i < 3; i++) {
      const line = only(await agent('run', '--', probe, 'burn', '200'), 'run')
      expect(line.wall).toBeGreaterThanOrEqual(200e6)
      used.push(Number(line.user) + Number(line.system))
    }
    expect(median(used)).toBeGreaterThan(180e6)
    expect(median(used)).toBeLessThan(220e6)
  })

  test('a child that sleeps takes wall time and no CPU time', async () => {
    const result = await agent('run', '--', 'sh', '-c', 'sleep 0.5')
    const line = only(result, 'run')
    expect(line.wall).toBeGreaterThanOrEqual(500e6)
    expect(line.wall).toBeLessThan(result.duration)
    expect(Number(line.user) + Number(line.system)).toBeLessThan(100e6)
  })

  test('calibration gives an integer of nanoseconds for each sample, and all of them fit into the call', async () => {
    const { lines, code, duration } = await agent('calibrate', '50')
    const values = lines[0]?.values as number[]
    expect(code).toBe(0)
    expect(values).toHaveLength(50)
    expect(values.every((value) => Number.isInteger(value) && value > 1000)).toBe(true)
    expect(values.reduce((sum, value) => sum + value)).toBeLessThan(duration)
  })
})

describe('how the child ended', () => {
  test('an exit code is reported and the agent itself exits 0', async () => {
    const result = await agent('run', '--', 'sh', '-c', 'exit 3')
    expect(result.code).toBe(0)
    expect(only(result, 'run')).toMatchObject({ exit: 3, signal: null, timedOut: false, orphans: 0 })
  })

  test('a signal is reported by its number', async () => {
    expect(await runShell('kill -SEGV $$')).toMatchObject({ exit: null, signal: 11, timedOut: false })
  })

  test('a command past its timeout is killed with all its group', async () => {
    const line = await runShell('trap "" TERM; sleep 1000; sleep 1000', '--timeout', '1')
    expect(line).toMatchObject({ exit: null, signal: 9, timedOut: true })
    expect(line.wall).toBeGreaterThanOrEqual(1e9)
  })

  test('a grandchild that holds the output open is counted and killed, not waited for', async () => {
    const line = await runShell('sleep 1000 & echo $!')
    expect(line).toMatchObject({ exit: 0, orphans: 1 })
    expect(() => process.kill(Number(line.tail), 0)).toThrow('ESRCH')
  })

  test.runIf(linux)(
    'descendants in other sessions are killed too, and those that had ended are not counted',
    async () => {
      const line = await runShell('setsid sh -c "sleep 20 & sleep 21" & (true &) ; sleep 0.3')
      expect(line).toMatchObject({ exit: 0, orphans: 3 })
    },
  )

  test('a signal that ends the agent ends the command', async () => {
    const file = path.join(directory, 'pid')
    const child = spawn(agentBinary(), ['run', '--', 'sh', '-c', `echo $$ > ${file}; sleep 30`])
    while (!existsSync(file) || !(await readFile(file, 'utf8')).endsWith('\n')) await sleep(20)
    child.kill('SIGTERM')
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(128 + 15)
    expect(() => process.kill(Number(execFileSync('cat', [file])), 0)).toThrow('ESRCH')
  })

  test('a missing program is an error with a reason and exit 2', async () => {
    const result = await agent('run', '--count', '/', '--', 'no-such-program')
    expect(result.code).toBe(2)
    expect(result.lines).toEqual([
      { step: 'error', doing: 'run', path: 'no-such-program', message: 'No such file or directory' },
    ])
  })
})

describe('what the child says', () => {
  test('standard output and standard error are merged in order', async () => {
    expect((await runShell('echo a; echo b >&2; echo c')).tail).toBe('a\nb\nc\n')
  })

  test('only the last bytes are kept', async () => {
    expect((await runShell('printf 0123456789', '--tail', '4')).tail).toBe('6789')
    expect((await runShell('printf 0123456789', '--tail', '0')).tail).toBe('')
    expect((await runShell('head -c 9999 /dev/zero | tr "\\0" x')).tail).toBe('x'.repeat(4096))
  })

  test('several MB of output do not block, and their end is intact', async () => {
    const line = await runShell('seq 500000', '--tail', '65536')
    const all = Array.from({ length: 500_000 }, (_, i) => `${i + 1}\n`).join('')
    expect(line.tail).toBe(all.slice(-65_536))
  })

  test.each([
    ['a stray byte', '\\377', '\ufffd'],
    ['an overlong slash', '\\300\\257', '\ufffd\ufffd'],
    ['an encoded surrogate', '\\355\\240\\200', '\ufffd\ufffd\ufffd'],
    ['a number past U+10FFFF', '\\364\\220\\200\\200', '\ufffd\ufffd\ufffd\ufffd'],
    ['a sequence cut off', '\\342\\202', '\ufffd\ufffd'],
    ['good text', '\\303\\251 \\342\\202\\254 \\360\\237\\232\\242', 'é € 🚢'],
    ['control characters, quotes and backslashes', '\\000\\033[1m\\177"\\134\\n', '\0\x1b[1m\x7f"\\\n'],
  ])('%s in the output gives valid JSON', async (_, bytes, text) => {
    expect((await runShell(`printf '${bytes}'`)).tail).toBe(text)
  })

  test('a tail that begins inside a character is still UTF-8', async () => {
    expect((await runShell("printf 'é€'", '--tail', '2')).tail).toBe('\ufffd\ufffd')
  })
})

describe('what the child gets', () => {
  test('arguments with spaces, quotes, newlines, a "--" and nothing arrive unchanged', async () => {
    const values = ['a b', `"'\\`, 'two\nlines', '', '--', '--cwd', '*', 'é']
    const result = await agent('run', '--', 'sh', '-c', 'printf "%s\\0" "$@"', 'sh', ...values)
    expect(only(result, 'run').tail).toBe(values.map((value) => `${value}\0`).join(''))
  })

  test('variables are added to, or instead of, the inherited ones', async () => {
    const inherited = { PATH: process.env.PATH, KEPT: 'kept', CHANGED: 'old' }
    const script = ['sh', '-c', 'echo $KEPT,$CHANGED,$NEW']
    const set = ['--env', 'CHANGED=a=b', '--env', 'NEW=x', '--env', 'NEW=new']
    const added = await call(agentBinary(), ['run', ...set, '--', ...script], inherited)
    expect(only(added, 'run').tail).toBe('kept,a=b,new\n')
    const cleared = await call(agentBinary(), ['run', '--clear-env', '--env', 'NEW=new', '--', ...script], inherited)
    expect(only(cleared, 'run').tail).toBe(',,new\n')
  })

  test('a bare name is looked up on the PATH of the child', async () => {
    const found = await agent('run', '--env', `PATH=/no-such:${directory}`, '--', 'probe', 'burn', '0')
    expect(only(found, 'run').exit).toBe(0)
    const missing = await agent('run', '--env', 'PATH=/no-such', '--', 'sh')
    expect(missing.code).toBe(2)
  })

  test('a relative program and its files are relative to --cwd', async () => {
    const result = await agent('run', '--cwd', directory, '--', './probe', 'burn', '0')
    expect(only(result, 'run').exit).toBe(0)
    expect((await runShell('pwd -P', '--cwd', '/')).tail).toBe('/\n')
    expect(only(await agent('run', '--cwd', '/no-such', '--', 'sh'), 'error').path).toBe('/no-such')
  })

  test('input is empty, the process group is its own, and no signal is ignored or blocked', async () => {
    expect((await runShell('cat; ps -o pgid= -p $$ | grep -qw $$ && echo own')).tail).toBe('own\n')
    const script = `trap '' PIPE; exec "$0" run -- sh -c 'kill -PIPE $$; echo alive'`
    expect(only(await call('sh', ['-c', script, agentBinary()]), 'run')).toMatchObject({ signal: 13, tail: '' })
  })

  // Linux shares the CPU between sessions as between containers.
  test.runIf(process.platform === 'linux')('its session is its own', async () => {
    const script = 'read -r pid name state parent group session rest < /proc/$$/stat; echo $((session - $$))'
    expect((await runShell(script)).tail).toBe('0\n')
  })
})

test.each([
  ['an unknown option', ['run', '--fast', '--', 'true'], '--fast is not an option of run'],
  ['a missing value', ['run', '--copy', 'a'], '--copy lacks a value'],
  ['a number that is none', ['run', '--timeout', '1.5', '--', 'true'], '--timeout needs a whole number'],
  ['a number past its range', ['run', '--tail', '99999999999999999999', '--', 'true'], '--tail needs a whole number'],
  ['a variable without a value', ['run', '--env', 'NAME', '--', 'true'], '--env needs NAME=VALUE'],
  ['no program', ['run', '--'], '-- is followed by no PROGRAM'],
  ['no command', [], 'understands run'],
  ['too many samples', ['calibrate', '10001'], 'understands run'],
])('%s is refused with one sentence and exit 64', async (_, args, sentence) => {
  const { code, stdout, stderr } = await agent(...args)
  expect(code).toBe(64)
  expect(stdout.toString()).toBe('')
  expect(stderr).toContain(`plimsoll-agent: ${sentence}`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('noop exits 0 in silence, and version is 1', async () => {
  expect(await agent('noop')).toMatchObject({ code: 0, lines: [], stderr: '' })
  expect((await agent('version')).stdout.toString()).toBe('{"agent":1}\n')
})

describe('entering a namespace', () => {
  const kinds = ['mount', 'uts', 'ipc', 'pid', 'net', 'user', 'cgroup', 'time', 'none']

  test.runIf(linux).each(kinds)('%s gives one time for each sample, or the reason why not', async (kind) => {
    const { code, lines } = await agent('unshare', kind, '3')
    const line = lines[0]
    if (code === 2) {
      expect(line).toEqual({ step: 'error', doing: 'unshare', message: expect.any(String) })
      return
    }
    expect(line).toMatchObject({ step: 'unshare', kind })
    const [inside, total] = [line?.unshare as number[], line?.total as number[]]
    expect(inside).toHaveLength(3)
    expect(total.every((value, i) => value > (inside[i] ?? Number.NaN))).toBe(true)
  })

  test.runIf(linux)('the time of no call is that of the clock, a small part of the whole sample', async () => {
    const line = only(await agent('unshare', 'none', '31'), 'unshare')
    expect(median(line.unshare as number[]) / median(line.total as number[])).toBeLessThan(0.1)
  })

  test.runIf(linux)('an unknown kind is refused', async () => {
    expect(await agent('unshare', 'disk', '3')).toMatchObject({ code: 64, lines: [] })
  })

  test.runIf(process.platform === 'darwin')('macOS has none', async () => {
    expect((await agent('unshare', 'none', '1')).lines[0]).toMatchObject({ step: 'error', message: 'unsupported' })
  })
})
