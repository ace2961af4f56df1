import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentBinary } from './build.ts'
import { agent, call, only, temporaryDirectory } from './test/run-agent.ts'

const directory = await temporaryDirectory()

const steps = ({ lines }: { lines: { step: string }[] }) => lines.map(({ step }) => step)
const prepare = (...words: string[]) => words.flatMap((word) => ['--prepare', word])
const shell = (script: string) => ['--', 'sh', '-c', script]
const usage = ['minorFaults', 'majorFaults', 'voluntarySwitches', 'involuntarySwitches', 'blockInput']
const fields = ['step', 'wall', 'user', 'system', 'exit', 'signal', ...usage, 'timedOut', 'orphans', 'tail']

describe('--prepare', () => {
  test('one command of all its words is run before the program, after the copies, and timed apart', async () => {
    const words = prepare('sh', '-c', 'sleep 0.5; ls; echo "$@"', 'sh', 'a b', '--', '')
    const copied = ['--copy', path.join(import.meta.dirname, 'test'), path.join(directory, 'copy')]
    const cwd = ['--cwd', path.join(directory, 'copy')]
    const result = await agent('run', ...words, ...cwd, ...copied, '--env', 'A=1', '--count', '.', ...shell('echo $A'))
    expect(steps(result)).toEqual(['copy', 'prepare', 'run', 'count'])
    expect(Object.keys(only(result, 'prepare'))).toEqual(fields)
    expect(only(result, 'prepare')).toMatchObject({ exit: 0, signal: null, timedOut: false, orphans: 0 })
    expect(only(result, 'prepare').tail).toMatch(/^run-agent\.ts\n(.+\n)*a b -- \n$/m)
    expect(only(result, 'prepare').wall).toBeGreaterThanOrEqual(500e6)
    expect(only(result, 'run')).toMatchObject({ exit: 0, tail: '1\n' })
    // If one time contained the other, both together would be longer than the call.
    expect(Number(only(result, 'prepare').wall) + Number(only(result, 'run').wall)).toBeLessThan(result.duration)
  })

  test('it gets the variables that the program gets', async () => {
    const result = await agent('run', '--clear-env', '--env', 'A=1', ...prepare('env'), '--', 'env')
    expect(only(result, 'prepare').tail).toBe('A=1\n')
    expect(only(result, 'run').tail).toBe('A=1\n')
  })

  test.each([
    ['an exit code', ['sh', '-c', 'exit 3'], { exit: 3, signal: null }, 'it ended with exit code 3'],
    ['a signal', ['sh', '-c', 'kill -TERM $$'], { exit: null, signal: 15 }, 'it was ended by signal 15'],
    ['the timeout', ['sleep', '20'], { exit: null, signal: 9, timedOut: true }, 'it did not end within 1 s'],
  ])('ended by %s, nothing comes after it', async (_, words, ended, message) => {
    const result = await agent('run', '--timeout', '1', ...prepare(...words), '--count', '/', '--', 'true')
    expect(result.code).toBe(2)
    expect(steps(result)).toEqual(['prepare', 'error'])
    expect(only(result, 'prepare')).toMatchObject(ended)
    expect(result.lines[1]).toEqual({ step: 'error', doing: 'prepare', path: words[0], message })
  })

  test('a missing command is an error of prepare', async () => {
    const result = await agent('run', ...prepare('no-such-program'), '--', 'true')
    expect(result.code).toBe(2)
    const message = 'No such file or directory'
    expect(result.lines).toEqual([{ step: 'error', doing: 'prepare', path: 'no-such-program', message }])
  })
})

describe('--times', () => {
  test('the program is run as often, with a line each, in one working directory and after one prepare', async () => {
    const cwd = ['--cwd', directory]
    const words = prepare('sh', '-c', 'printf p > log')
    const result = await agent('run', '--times', '3', ...words, ...cwd, '--count', '.', ...shell('printf r >> log'))
    expect(steps(result)).toEqual(['prepare', 'run', 'run', 'run', 'count'])
    expect(await readFile(path.join(directory, 'log'), 'utf8')).toBe('prrr')
  })

  test('each run has its own output and its own timeout', async () => {
    // Both together take longer than the timeout. Each has half of it to spare, for a busy machine.
    const result = await agent('run', '--times', '2', '--timeout', '10', ...shell('sleep 5.1; echo once'))
    expect(result.lines.map(({ tail, timedOut }) => [tail, timedOut])).toEqual(Array(2).fill(['once\n', false]))
  })

  test('the first that does not exit 0 is the last, and the steps after it are done', async () => {
    const file = path.join(directory, 'left')
    await writeFile(file, 'xx')
    const script = `[ -s ${file} ] || exit 7; printf %s "$(cut -c2- ${file})" > ${file}`
    const result = await agent('run', '--times', '9', '--calibrate', '2', ...shell(script))
    expect(steps(result)).toEqual(['run', 'run', 'run', 'calibrate'])
    expect(result.lines.map(({ exit }) => exit)).toEqual([0, 0, 7, undefined])
    expect(result.code).toBe(0)
  })
})

describe('--keep-env', () => {
  const environment = { PATH: process.env.PATH, KEPT: 'kept', OTHER: 'other', KEPT_TOO: 'x' }
  const variables = async (...options: string[]) => {
    const result = await call(agentBinary(), ['run', ...options, '--', 'env'], environment)
    return String(only(result, 'run').tail).trim().split('\n').sort()
  }

  test('only the variables named are inherited, and one that is not set stays so', async () => {
    expect(await variables('--clear-env', '--keep-env', 'KEPT', '--keep-env', 'UNSET')).toEqual(['KEPT=kept'])
  })

  test('--env overrides the inherited value, in any position', async () => {
    const both = ['--env', 'KEPT=new', '--keep-env', 'KEPT']
    expect(await variables('--clear-env', ...both)).toEqual(['KEPT=new'])
    expect(await variables(...both)).toContain('KEPT=new')
  })

  test('without --clear-env all variables are inherited', async () => {
    expect(await variables('--keep-env', 'KEPT')).toEqual(expect.arrayContaining(['KEPT=kept', 'OTHER=other']))
  })
})
