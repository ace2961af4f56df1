import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIN_ROUNDS } from '@plimsoll/schema'
import { listScenarios, listSuites, listWorkloads } from '@plimsoll/workloads'
import { describe, expect, test } from 'vitest'
import { parseRunFlags } from '../../action/src/commands/run.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const inFolder = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)

/** The parts of every page, from one heading to the next. */
const sections = [
  ...['README.md', 'CONTRIBUTING.md', 'examples/own-workload/README.md', 'examples/repeatability/README.md'],
  ...[...inFolder('site/docs', '.md'), ...inFolder('examples/workflows', '.md')],
].flatMap((page) =>
  readFileSync(join(ROOT, page), 'utf8')
    .split(/^(?=#+ )/m)
    .map((text) => ({ page: `${page}: ${text.split('\n', 1)[0]}`, text })),
)

const suites = new Map(listSuites().map((suite) => [suite.suite, suite]))
const scenarioNames = listScenarios().map(({ id }) => id)
const catalog = listWorkloads().map(({ workload }) => workload)

describe('what a page says that a run prints, the run can print', () => {
  const runs = sections.flatMap(({ page, text }) => runCommands(text).map((args) => ({ page, text, args })))

  test.each(runs)('$page, plimsoll run $args', ({ text, args }) => {
    const { request, suite } = parseRunFlags(args)
    const wanted = request.scenarios.length > 0 ? request.scenarios : scenarioNames
    const works = Map.groupBy(suite.benchmarks, ({ workload, params }) => JSON.stringify([workload, params]))
    const reached = new Set([...works.values()].flatMap((rows) => rows.flatMap(({ scenarios }) => scenarios)))
    for (const scenario of request.scenarios) expect([...reached]).toContain(scenario)
    if (request.engines.includes('none') || !/\bratio|×/.test(text) || text.includes('too few rounds')) return
    for (const rows of works.values()) {
      const scenarios = rows.flatMap((row) => row.scenarios).filter((scenario) => wanted.includes(scenario))
      if (scenarios.length < 2 || !scenarios.some((scenario) => ['native', 'layer'].includes(scenario))) continue
      for (const { rounds } of rows) expect(request.rounds ?? rounds).toBeGreaterThanOrEqual(MIN_ROUNDS)
    }
  })

  test('the commands are found', () => expect(runs.length).toBeGreaterThan(10))

  const named = sections.flatMap(({ page, text }) =>
    text
      .split(/\n\s*\n|^\|/m)
      .map((paragraph) => [...paragraph.matchAll(/`([a-z0-9-]+)`/g)].map(([, name = '']) => name))
      .filter((names) => names.some((name) => suites.has(name)))
      .map((names) => ({ page, names })),
  )

  test.each(named)('$page, the suites, workloads and scenarios of $names', ({ names }) => {
    const rows = names.flatMap((name) => suites.get(name)?.benchmarks ?? [])
    const workloads = rows.map(({ workload }) => workload)
    for (const name of names.filter((name) => catalog.includes(name))) expect(workloads).toContain(name)
    for (const name of names.filter((name) => scenarioNames.includes(name)))
      expect(rows.flatMap(({ scenarios }) => scenarios)).toContain(name)
  })
})

test('the suites that workflows name exist', () => {
  const workflows = [...inFolder('examples/workflows', '.yml'), ...inFolder('.github/workflows', '.yml')]
  const chosen = workflows.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^ +suite: ([a-z0-9-]+)$/gm)].map(([, suite]) => suite),
  )
  expect(chosen.length).toBeGreaterThan(2)
  for (const suite of chosen) expect([...suites.keys()]).toContain(suite)
})

/** The arguments of each `plimsoll run` in the code of a page, without the ones that measure workloads of a project. */
function runCommands(text: string): string[][] {
  const blocks = [...text.matchAll(/^```sh.*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const inline = [...text.matchAll(/`((?:npx )?plimsoll run [^`\n]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...inline]
    .flatMap((code) => code.replaceAll('\\\n', ' ').split('\n'))
    .flatMap((line) => {
      const [, flags] = /^(?:npx )?plimsoll run (--.*)$/.exec(line.replace(/ {2,}\S.*$/, '')) ?? []
      // The folder of a page's user must exist here, too.
      const args =
        flags
          ?.split(/\s*>|\s*&&/)[0]
          ?.replace('~/synced', '.')
          .split(/\s+/) ?? []
      const workload = args[args.indexOf('--workload') + 1]
      const isOwn = args.includes('--workload') && !catalog.includes(workload ?? '')
      return args.length === 0 || isOwn || /--(base|variant|request|resume)\b/.test(line) ? [] : [args]
    })
}
