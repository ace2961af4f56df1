import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Benchmark, canonicalize, type RunDocument, type readRun } from '@plimsoll/schema'
import { describeAgreement } from '@plimsoll/schema/between-runs'
import { printNote, printReport } from '@plimsoll/schema/node'
import { listSuites, NO_REST, type Plan, Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { decideExitCode } from '../fail-on.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { ROUNDS, wholeNumber } from '../measure-request/parse-settings.ts'
import { resolveRequest } from '../measure-request/request.ts'
import { newRun, type RunOfRequest, runRequest } from '../measure-request/run-request.ts'
import { withStatus } from '../progress/status-line.ts'
import { render } from '../report/formats.ts'
import { makeSeries, seriesReport } from '../report/several-runs.ts'
import { formatOption } from './format-option.ts'
import { readDocument } from './read-document.ts'
import { STDIN, STDIN_HELP } from './read-file.ts'
import { downloadDocument } from './read-remote-document.ts'
import { settingFlag } from './setting-flag.ts'
import { addDeclaredFlags, addSshFlags, declaredBy, engineOptions, type SshNfsFlags } from './ssh-nfs-flags.ts'

type Run = ReturnType<typeof readRun>

/** The limits of `--times`. */
const TIMES = [1, 100] as const

interface ReplicateFlags extends SshNfsFlags {
  times: number
  format: string
  dir?: string
}

/** `plimsoll replicate FILE`: measures the design of a run again, and prints how well the runs agree. */
export function replicateCommand(exit: (code: number) => void): Command {
  const command = new Command('replicate')
    .description('repeat the design of a run on this machine, and print how well the runs agree')
    .argument('<run>', `a run document: a file, or the address of a run in a registry. ${STDIN_HELP}`)
    .option('--times <n>', 'the number of repetitions', settingFlag(wholeNumber(TIMES)), 1)
    .addOption(formatOption())
    .option(
      '--dir <dir>',
      'directory of native and bind-mounted files (default: ~/plimsoll-samples, on macOS in ~/Library/Caches)',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  plimsoll replicate run.json --times 3\n  plimsoll replicate https://…/runs/ID\n\nEach repetition writes a document to this folder: run-replication-1.json,\nrun-replication-2.json … The command repeats only workloads of Plimsoll and of\nthe project in this folder, and only if they are the same as in the run.\n',
    )
  return addDeclaredFlags(addSshFlags(command)).action(async (source: string, flags: ReplicateFlags) =>
    exit(await replicate(source, flags)),
  )
}

async function replicate(source: string, flags: ReplicateFlags): Promise<number> {
  const isAddress = /^https?:\/\//.test(source)
  const run = isAddress ? await withStatus('downloading the run', () => downloadDocument(source)) : readDocument(source)
  const repetition = makeRepetition(run, flags)
  // Standard input has no name of its own.
  const stem = basename(isAddress ? new URL(source).pathname : source === STDIN ? 'run' : source).replace(
    /\.(json|html)$/,
    '',
  )
  const runs: [Run, ...Run[]] = [run]
  let code = 0
  for (let done = 0; done < flags.times; done++) {
    const out = newName(stem)
    printNote(`Repetition ${done + 1} of ${flags.times}`)
    const document = await runRequest({ ...repetition, request: { ...repetition.request, out } })
    code = Math.max(code, decideExitCode(document, []))
    if (code === 130) break
    runs.push(readDocument(out))
    const { runs: counted, ratios } = makeSeries(runs)
    printNote(describeAgreement(counted.length, ratios).join('\n'))
  }
  if (runs.length > 1) printReport(render(seriesReport(runs), flags.format))
  return code
}

/**
 * The repetition of a run. Its plan is compared with the run before anything is measured.
 * @throws Problem (2) if the run cannot be repeated
 */
export function makeRepetition(run: Pick<Run, 'hash' | 'document'>, flags: ReplicateFlags): RunOfRequest {
  const { hash, document } = run
  const { images } = document
  const places = { dir: flags.dir, ...engineOptions(flags), declared: declaredBy(flags) }
  const again = newRun(resolveRequest({ ...requestOfRun(document), ...places }))
  return {
    ...again,
    repeated: { hash, finishedAt: document.finishedAt, images },
    async planOn(engines, say) {
      const planned = await again.planOn(engines, say)
      assertRepeats(planned.plan, document)
      return { ...planned, smaller: null }
    },
  }
}

/**
 * The request that made a document. Only names of workloads, params, scenarios and engines are taken from it, and the
 * plan of the request is compared with the document before anything runs.
 * @throws Problem (2) if the run cannot be repeated
 */
export function requestOfRun({ origin, suite, benchmarks, design, deviations }: RunDocument): MeasureRequest {
  if (origin.kind !== 'measured')
    throw new Problem(2, `This run was ${origin.kind}, not measured by Plimsoll, so it has no design to repeat.`)
  if (benchmarks.some(({ variant }) => variant !== null))
    throw new Problem(2, 'This run is a check of two variants. Repeat it with `plimsoll run --base DIR --head DIR`.')
  if (design.rounds > ROUNDS[1])
    throw new Problem(2, `The run has ${design.rounds} rounds; at most ${ROUNDS[1]} can be repeated.`)
  const found = listSuites().find((entry) => entry.suite === suite.name)
  const all = (pick: (benchmark: Benchmark) => string[]) => [...new Set(benchmarks.flatMap(pick))]
  const workloads = all(({ workload }) => [workload])
  const file = workloads.find((name) => /\.ya?ml$/.test(name))
  if (file !== undefined)
    throw new Problem(2, `The run names the workload '${file}', which is not a name of a workload.`)
  const scenarios = all(({ scenario }) => [scenario])
  const isPart = <T>(own: T[], whole: T[]) => whole.some((item) => !own.includes(item))
  // Workloads of one run may have different values of a param with the same name, so each choice names its workload.
  const params = benchmarks.flatMap(({ workload, params }) =>
    Object.entries(params).map(([name, value]) => ({ workload, name, value: String(value) })),
  )
  const engines = all(({ engine }) => (engine === null ? [] : [engine]))
  const isFixed = deviations.some((text) => /rounds? in place of the suite's$/.test(text))
  return {
    project: process.cwd(),
    suite: found?.suite,
    workloads:
      found &&
      !isPart(
        workloads,
        found.benchmarks.map(({ workload }) => workload),
      )
        ? []
        : workloads,
    params: found ? [] : params,
    scenarios:
      found &&
      !isPart(
        scenarios,
        found.benchmarks.flatMap((entry) => entry.scenarios),
      )
        ? []
        : scenarios,
    engines: engines.length > 0 ? engines : ['none'],
    rounds: isFixed ? design.rounds : undefined,
    noRest: deviations.includes(NO_REST),
    variants: null,
    declared: { nfs: null, synced: null },
  }
}

/**
 * @throws Problem (2) if a plan does not have the benchmarks, the workloads and the precision of a document
 */
export function assertRepeats(plan: Plan, document: RunDocument): void {
  // The digest of a workload also depends on its parameters, for example on the size of a project.
  const work = ({ workload, params }: Pick<Benchmark, 'workload' | 'params'>) => canonicalize([workload, params])
  const planned = new Map(plan.benchmarks.map((benchmark) => [work(benchmark), benchmark.workloadDigest]))
  const other = document.benchmarks.find((benchmark) => {
    const digest = planned.get(work(benchmark))
    return digest !== undefined && digest !== benchmark.workloadDigest
  })
  if (other)
    throw new Problem(
      2,
      `The workload ${other.workload} differs from that of the run, so it is not repeated. Use the version of Plimsoll, or the state of the project, that made the run.`,
    )
  const keys = (
    benchmarks: readonly (Pick<Benchmark, 'workload' | 'params' | 'scenario' | 'engine'> & { control?: boolean })[],
  ) =>
    benchmarks
      .map(({ workload, params, scenario, engine, control = false }) =>
        canonicalize([workload, params, scenario, engine, control]),
      )
      .sort()
      .join()
  if (
    keys(plan.benchmarks) !== keys(document.benchmarks) ||
    plan.roundsRule?.halfWidth !== document.design.roundsRule?.halfWidth
  )
    throw new Problem(
      2,
      `This machine would not measure the same benchmarks as the run (suite ${document.suite.name}, version ${document.suite.version}), so the run is not repeated.`,
    )
}

/** The first free name for a replication in this folder. */
function newName(stem: string): string {
  let number = 1
  while (existsSync(`${stem}-replication-${number}.json`)) number++
  return `${stem}-replication-${number}.json`
}
