import { expect, test } from 'vitest'
import { agentArguments, readAgentReport } from './agent.ts'

const job = {
  make: '/t',
  copy: [{ from: '/a b', to: '/t' }],
  describe: '/t',
  cwd: '/t',
  environment: { A: 'x=y' },
  clearEnvironment: true,
  keepEnvironment: ['PATH'],
  timeout: 5,
  output: 4096,
  prepare: ['make', 'it'],
  times: 2,
  run: ['cmd', '--flag', '$HOME'],
  count: ['/t'],
  calibrate: 3,
}

test('arguments go to the agent one by one, never through a shell', () => {
  const args = agentArguments(job)
  expect(args.slice(args.indexOf('--') + 1)).toEqual(['cmd', '--flag', '$HOME'])
  expect(args.slice(0, 6)).toEqual(['run', '--make', '/t', '--copy', '/a b', '/t'])
  expect(args).toContain('A=x=y')
  expect(args.join(' ')).toContain('--keep-env PATH')
  expect(args.join(' ')).toContain('--prepare make --prepare it --times 2 -- cmd')
})

test('the output of an agent that died is reported as an error, not thrown', () => {
  const report = readAgentReport({
    exitCode: 137,
    stdout: '{"step":"describe","path":"/t","filesystem":"ext4","mounted":false,"available":1}\n{"step":"ru',
    stderr: '',
  })
  expect(report.runs).toEqual([])
  expect(report.target).toEqual({ filesystem: 'ext4', mounted: false })
  expect(report.error).toMatch('Unexpected output of the agent')
})

test("the error of an engine that could not start the container is the engine's own", () => {
  const report = readAgentReport({ exitCode: 125, stdout: '', stderr: 'Error: no such volume' })
  expect(report.error).toBe('The agent did not run (exit 125): Error: no such volume')
})

test.each([
  'null',
  '[]',
  '"run"',
  '{"step":"run","exit":0}',
  '{"step":"run","wall":-1,"user":1,"system":1,"exit":0,"signal":null,"timedOut":false,"tail":""}',
  '{"step":"run","wall":1,"user":1,"system":1,"exit":0,"signal":null,"timedOut":false,"tail":""}',
  '{"step":"run","wall":1,"user":1,"system":1,"exit":0,"signal":null,"minorFaults":"1","majorFaults":0,"voluntarySwitches":0,"involuntarySwitches":0,"blockInput":0,"timedOut":false,"tail":""}',
  '{"step":"calibrate","values":["1"]}',
])('invalid output of the agent is an error, not a step: %s', (line) => {
  const report = readAgentReport({ exitCode: 0, stdout: `${line}\n`, stderr: '' })
  expect(report.error).toMatch('Unexpected output of the agent')
  expect(report.runs).toEqual([])
})
