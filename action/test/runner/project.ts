import type { ContainerEngine } from '@plimsoll/workloads'
import { execa } from 'execa'

/** Own workloads of the projects that tests have measured. */

const METRIC = 'metrics: [{ name: duration, unit: ns, better: lower, primary: true, from: wall }]'

/** A quarter of as many turns of a loop that starts a program as the file `turns` says, on the host: what counts is who is told. */
const SPIN = `workload: spin
title: Spin
question: How long does a shell loop take?
image: { name: unused }
copy: [{ from: ./turns, to: . }]
run: [sh, -c, 'i=0; while [ $i -lt $(( $(cat turns) / 4 )) ]; do i=$((i+1)); done']
${METRIC}
scenarios: [native]
`

/** As many as the file says, which is in the image: each version's own. */
const SPIN_IMAGE = `workload: spin-image
title: Spin in an image
question: How long does a shell loop take?
image: { dockerfile: Dockerfile }
run: [sh, -c, 'i=0; while [ $i -lt "$(cat /turns)" ]; do i=$((i+1)); done']
${METRIC}
scenarios: [layer]
`

/** @param image what its own image is built from */
export function spinning(image: string): Record<string, string> {
  return {
    '.plimsoll/spin.yml': SPIN,
    '.plimsoll/spin-image.yml': SPIN_IMAGE,
    Dockerfile: `FROM ${image}\nCOPY turns /\n`,
    '.dockerignore': '*\n!turns\n',
    ...turns(200),
  }
}

export function turns(count: number): Record<string, string> {
  return { turns: `${count}\n` }
}

/** A workload that fails when it finds what it must not: `needles` in any process it may look into. */
const SPY = `workload: spy
title: Spy
question: What does a workload see?
image: { dockerfile: spy.Dockerfile }
copy: [{ from: ./needles, to: . }, { from: ./look.sh, to: . }]
run: [sh, look.sh]
${METRIC}
scenarios: [native, layer]
`

/** What it prints is in the job's log when it fails. Nothing of what it says on its own may be a needle. */
const LOOK = `env
if env | grep -E '^(INPUT|ACTIONS|GITHUB|RUNNER|STATE)_'; then exit 1; fi
for process in "/proc/$PPID" /proc/[0-9]*; do
  for file in environ cmdline; do
    if cat "$process/$file" 2> /dev/null | tr '\\0' '\\n' | grep -aFf needles; then exit 1; fi
  done
done
exit 0
`

/** @param image what its image is built from @param needles texts that it must not find */
export function spying(image: string, needles: readonly string[]): Record<string, string> {
  return {
    '.plimsoll/spy.yml': SPY,
    'spy.Dockerfile': `FROM ${image}\n`,
    'look.sh': LOOK,
    needles: needles.map((needle) => `${needle}\n`).join(''),
  }
}

/** Take away the images that were built for these workloads. */
export async function untagImages(engine: ContainerEngine): Promise<void> {
  const { stdout } = await execa(engine.id, ['images', '--format', '{{.Repository}}:{{.Tag}}'])
  const ours = stdout.split('\n').filter((name) => /own-(spin-image|spy):/.test(name))
  for (const name of ours) await engine.untagImage(name)
}
