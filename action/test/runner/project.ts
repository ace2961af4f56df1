import type { ContainerEngine } from '@plimsoll/workloads'
import { execa } from 'execa'
import { workloadFile } from '../workload-file.ts'

/**
 * A workload that waits on the host, for 0.1 ms per turn of those in the file `turns`. The tests are about reporting, so
 * the work is none that a busy machine slows down.
 */
const SPIN = workloadFile('spin', {
  copy: '[{ from: ./turns, to: . }]',
  run: `[sh, -c, 'sleep "$(printf 0.%04d "$(cat turns)")"']`,
  scenarios: '[native]',
})

/**
 * A workload that runs a loop in a container. The number of turns is in the file `turns`, which each version's own
 * image contains.
 */
const SPIN_IMAGE = workloadFile('spin-image', {
  image: '{ dockerfile: Dockerfile }',
  run: `[sh, -c, 'i=0; while [ $i -lt "$(cat /turns)" ]; do i=$((i+1)); done']`,
})

/** The files of a test project with these workloads. @param image the base of the project's own image */
export function spinning(image: string): Record<string, string> {
  return {
    '.plimsoll/spin.yml': SPIN,
    '.plimsoll/spin-image.yml': SPIN_IMAGE,
    Dockerfile: `FROM ${image}\nLABEL ${TEST_LABEL}\nCOPY turns /\n`,
    '.dockerignore': '*\n!turns\n',
    ...turns(200),
  }
}

export function turns(count: number): Record<string, string> {
  return { turns: `${count}\n` }
}

/** A workload that fails if it finds one of `needles` in any process that it may inspect. */
const SPY = workloadFile('spy', {
  image: '{ dockerfile: spy.Dockerfile }',
  copy: '[{ from: ./needles, to: . }, { from: ./look.sh, to: . }]',
  run: '[sh, look.sh]',
  scenarios: '[native, layer]',
})

/**
 * A script that searches the processes it may inspect. Its output is in the job's log if it fails. No needle may match
 * the script's own output.
 */
const LOOK = `env
if env | grep -E '^(INPUT|ACTIONS|GITHUB|RUNNER|STATE)_'; then exit 1; fi
found=$(grep -zahFf needles "/proc/$PPID/environ" /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2> /dev/null | tr '\\0' '\\n')
echo "$found"
[ -z "$found" ]
`

/**
 * The files of a test project with a workload that searches for texts.
 * @param image the base of the workload's image
 * @param needles the texts that the workload must not find
 */
export function spying(image: string, needles: readonly string[]): Record<string, string> {
  return {
    '.plimsoll/spy.yml': SPY,
    'spy.Dockerfile': `FROM ${image}\nLABEL ${TEST_LABEL}\n`,
    'look.sh': LOOK,
    needles: needles.map((needle) => `${needle}\n`).join(''),
  }
}

/** The label of the images of test projects. Each test file removes only its own. */
const TEST_LABEL = `plimsoll.test=project-${process.pid}`

/** Removes the images that were built for the workloads of test projects. */
export async function untagImages(engine: ContainerEngine): Promise<void> {
  const labelled = ['--filter', `label=${TEST_LABEL}`]
  const { stdout } = await execa(engine.id, ['images', ...labelled, '--format', '{{.Repository}}:{{.Tag}}'])
  for (const name of stdout.split('\n').filter(Boolean)) await engine.untagImage(name)
}
