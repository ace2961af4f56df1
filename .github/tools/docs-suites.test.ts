import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listSuites, listWorkloads } from '@plimsoll/workloads'
import { expect, test } from 'vitest'
import { parseRunFlags } from '../../action/src/commands/run.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const inFolder = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'examples/own-workload/README.md', 'examples/repeatability/README.md'],
  ...[...inFolder('site/docs', '.md'), ...inFolder('examples/workflows', '.md')],
]

const catalog = listWorkloads().map(({ workload }) => workload)

const runs = pages.flatMap((page) =>
  runCommands(readFileSync(join(ROOT, page), 'utf8')).map((args) => ({ page, args })),
)

test.each(runs)('$page, plimsoll run $args', ({ args }) => {
  const { request, suite } = parseRunFlags(args)
  const reached = suite.benchmarks.flatMap(({ scenarios }) => scenarios)
  expect(reached).toEqual(expect.arrayContaining(request.scenarios))
})

test('the commands are found', () => expect(runs.length).toBeGreaterThan(10))

test('the suites that workflows name exist', () => {
  const workflows = [...inFolder('examples/workflows', '.yml'), ...inFolder('.github/workflows', '.yml')]
  const chosen = workflows.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^ +suite: ([a-z0-9-]+)$/gm)].map(([, suite]) => suite),
  )
  expect(chosen.length).toBeGreaterThan(2)
  expect(listSuites().map(({ suite }) => suite)).toEqual(expect.arrayContaining(chosen))
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
