import { listWorkloads, literal, type WorkloadFile } from '@plimsoll/workloads'
import { isOnHost } from './program-on-host.ts'

/** A command to measure that no workload file describes. */
export interface CommandWork {
  /** the program and its arguments, or one text that a shell reads */
  words: string[]
  /** the name of the workload; by default one made of the command */
  name?: string | undefined
  /** the image of the containers; without `image` and `dockerfile`, only the host is measured */
  image?: string | undefined
  /** the Dockerfile of the containers' image, a path in the project */
  dockerfile?: string | undefined
  /** a text that a shell reads, as the workload's `setup` */
  setup?: string | undefined
  /** a text that a shell reads, as the workload's `prepare` */
  prepare?: string | undefined
  environment?: Record<string, string>
  /** whether the samples get no copies of the project's files */
  noCopy?: boolean
  /** only these of the scenarios that a command has; all if there are none */
  onlyScenarios?: readonly string[]
}

/**
 * The workload file that describes a command. With an image, the host is measured too if it has the program.
 */
export function commandWorkload(work: CommandWork): WorkloadFile {
  const { image, dockerfile, setup, prepare, environment = {}, noCopy = false, onlyScenarios = [] } = work
  const text = commandText(work.words)
  const run = commandWords(work.words)
  const inContainers = image !== undefined || dockerfile !== undefined
  const time = { unit: 'ns', better: 'lower' }
  const scenarios = inContainers
    ? [...(isOnHost(run[0] ?? '') ? ['native'] : []), 'layer', 'volume', 'bind']
    : ['native']
  const chosen = scenarios.filter((id) => onlyScenarios.includes(id))
  return {
    workload: work.name ?? workloadName(text),
    title: text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE - 1)}…` : text,
    question: 'How long does the command take?',
    ...(image !== undefined && { image: { name: image } }),
    ...(dockerfile !== undefined && { image: { dockerfile } }),
    ...(!noCopy && { copy: [{ from: './', to: '.' }] }),
    ...(setup !== undefined && { setup: commandWords([setup]) }),
    ...(prepare !== undefined && { prepare: commandWords([prepare]) }),
    run,
    ...(Object.keys(environment).length > 0 && {
      environment: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, literal(value)])),
    }),
    metrics: [
      { name: 'duration', ...time, primary: true, from: 'wall' },
      { name: 'cpu', ...time, primary: false, from: 'cpu' },
    ],
    scenarios: chosen.length > 0 ? chosen : scenarios,
  }
}

/** The name of an image, as a workload file may have it. */
export const IMAGE_NAME = /^[a-z0-9][A-Za-z0-9._/:@-]{0,254}$/

/** The maximum length of a title in a workload file. */
const MAX_TITLE = 80
/** The maximum length of a name that is made of a command. */
const MAX_NAME = 32

/** A command as one line of text. */
function commandText(words: readonly string[]): string {
  return words.join(' ').replaceAll(/\s+/g, ' ').trim()
}

/**
 * The program and the arguments of a command. One text is split at spaces, or goes to a shell if it has characters that
 * have a meaning there.
 */
function commandWords(words: readonly string[]): string[] {
  const [text = '', ...others] = words
  if (others.length > 0) return words.map(literal)
  if (text.trim().includes('\n')) return ['sh', '-ec', literal(text)]
  const plain = text.trim().split(/\s+/)
  const isPlain =
    plain.every((word) => /^[\w@%+:,./=-]+$/.test(word)) && !plain[0]?.includes('=') && !OF_SHELL.has(plain[0] ?? '')
  return isPlain ? plain : ['sh', '-c', literal(text)]
}

/** Words that a shell understands, and that may be no programs (POSIX, Shell Command Language, sections 2.4, 2.14 and 4.1). */
const OF_SHELL = new Set(
  'break . : continue eval exec exit export readonly return set shift times trap unset case do done elif else esac fi for if in then until while alias bg cd command fc fg getopts hash jobs read type ulimit umask unalias wait source'.split(
    ' ',
  ),
)

/** A name for the workload of a command, such as `npm-test`. */
export function workloadName(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  let name = words.shift()?.slice(0, MAX_NAME) ?? ''
  for (const word of words) {
    if (name.length + word.length >= MAX_NAME) break
    name += `-${word}`
  }
  const isTaken = listWorkloads().some(({ workload }) => workload === name)
  return name === '' ? 'command' : isTaken ? `exec-${name}` : name
}
