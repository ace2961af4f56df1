import { execa } from 'execa'
import { agentBinary } from '../../../workloads/agent/build.ts'

const TURNS = 20
const PER_TURN = 10

/**
 * A shell script that times a no-op as the measurements of 2026 did: as the difference of two readings of the clock.
 * Each reading runs `date` twice, once to check that `date` supports nanoseconds. The no-op is the file /bin/true,
 * because the agent's no-op is also a file.
 */
const SHELL_TIMER = `
now() { if date +%s%N | grep -q N; then exit 1; fi; date +%s%N; }
for turn in $(seq ${PER_TURN}); do start=$(now); /bin/true; end=$(now); echo $((end - start)); done`

/**
 * Print the time of a no-op as measured in two ways: by the agent, the program that times samples, and by a shell
 * script that runs `date`. The two ways alternate in one run.
 */
export async function printTimerBench(): Promise<void> {
  const agent: number[] = []
  const shell: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const calibrated = await execa(agentBinary(), ['calibrate', String(PER_TURN)])
    agent.push(...JSON.parse(calibrated.stdout).values)
    const timed = await execa('sh', ['-c', SHELL_TIMER], { reject: false })
    if (timed.failed)
      return console.log('`date` does not support nanoseconds on this host, so the timer of 2026 was not compared.')
    shell.push(...timed.stdout.split('\n').map(Number))
  }
  const ratio = median(shell) / median(agent)
  console.log(
    `a no-op, medians of ${agent.length} in turns: ${ms(median(agent))} ms by the agent (calibration.spawn), ` +
      `${ms(median(shell))} ms by a shell that runs \`date\` twice a reading (2026): ${ratio.toFixed(0)} times as much`,
  )
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number
}

function ms(nanoseconds: number): string {
  return (nanoseconds / 1e6).toFixed(3)
}
