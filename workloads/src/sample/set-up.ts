import { dirname, join } from 'node:path'
import { type ContainerEngine, RUN_LABEL } from '../engine.ts'
import { withErrorLines } from '../error-lines.ts'
import { Problem } from '../problem.ts'
import { type AgentReport, agentArguments, readAgentReport, runHostAgent } from './agent.ts'
import { TARGET } from './container-paths.ts'
import { agentMount, agentPath, filesMounts, GRACE_SECONDS, setupJob } from './run-with-agent.ts'
import type { BenchmarkWork, ExecutionTarget } from './take-sample.ts'
import { agentFailure } from './verify.ts'

/** What a setup needs of its run. */
export interface SetupOptions {
  run: string
  slotsDirectory: string
  onTemporaryImage: (engine: ContainerEngine, name: string) => void
  signal: AbortSignal
  /** a name that no other setup of the run has, in letters, digits and hyphens */
  name: string
}

/**
 * Runs the `setup` of a workload where its samples will run.
 * @returns the execution target whose samples get what the setup left: the files of the directory in which it ran, and in
 * a container also what it changed elsewhere
 * @throws Problem (2) if the command fails, (3) if it does not exist there
 */
export async function runSetup(work: BenchmarkWork, options: SetupOptions): Promise<ExecutionTarget> {
  const { executionTarget } = work
  switch (executionTarget.on) {
    case 'host': {
      const files = join(options.slotsDirectory, options.name)
      const args = agentArguments(setupJob(work, files))
      assertDone(work, readAgentReport(await runHostAgent(args, options.signal, process.env)), options.signal)
      return { ...executionTarget, files }
    }
    case 'machine': {
      const files = join(dirname(executionTarget.toolchain), options.name)
      const command = [executionTarget.agent, ...agentArguments(setupJob(work, files))]
      assertDone(work, readAgentReport(await executionTarget.machine.run(command, options.signal)), options.signal)
      return { ...executionTarget, files }
    }
    case 'container':
      return inContainer(work, executionTarget, options)
  }
}

/** The files of the target are on a volume, from which samples copy them. The rest of the container becomes an image. */
async function inContainer(
  work: BenchmarkWork,
  executionTarget: Extract<ExecutionTarget, { on: 'container' }>,
  { run, name, onTemporaryImage, signal }: SetupOptions,
): Promise<ExecutionTarget> {
  const { engine, image, agentVolume, filesVolume } = executionTarget
  const unique = `plimsoll-${run}-${name}`
  const labels = { [RUN_LABEL]: run }
  await engine.createVolume(unique, labels)
  const container = {
    name: unique,
    image,
    entrypoint: agentPath(executionTarget),
    arguments: agentArguments(setupJob(work, TARGET)),
    mounts: [
      { kind: 'volume' as const, source: unique, target: TARGET },
      agentMount(agentVolume),
      ...filesMounts(filesVolume),
    ],
    labels,
    network: 'default',
  }
  const report = readAgentReport(await engine.run(container, work.workload.timeout + GRACE_SECONDS, signal))
  assertDone(work, report, signal)
  const tag = `plimsoll/setup:${run}-${name}`
  onTemporaryImage(engine, tag)
  await engine.commitContainer(unique, tag)
  await engine.remove([{ kind: 'container', id: unique, run }])
  const made = await engine.image(tag)
  if (made === null) throw new Problem(3, `${engine.product} did not keep the image of a setup. Run it again.`)
  return { ...executionTarget, image: made.id, filesVolume: unique }
}

/** The exit code with which a shell says that it has not found a program. */
const NOT_FOUND = 127

function assertDone({ workload, benchmark }: BenchmarkWork, report: AgentReport, signal: AbortSignal): void {
  signal.throwIfAborted()
  const failure = agentFailure(report)
  if (failure === null) return
  const variant = benchmark.variant === null ? '' : ` in ${benchmark.variant}`
  const [sentence = '', ...output] = failure.split('\n')
  const isMissing = report.runs.length === 0 || report.runs[0]?.exit === NOT_FOUND
  throw new Problem(
    isMissing ? 3 : 2,
    withErrorLines(`The setup of ${workload.workload}${variant} failed: ${sentence}`, output.join('\n')),
  )
}
