import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { counted } from '@plimsoll/schema'
import { printNote } from '@plimsoll/schema/node'
import { findWorkloads, isProjectFile, listScenarios, Problem, type WorkloadFile } from '@plimsoll/workloads'
import { Command, InvalidArgumentError, Option } from 'commander'
import { stringify } from 'yaml'
import { withCheckedOutRefs } from '../base-and-head/check-out-refs.ts'
import { commandWorkload } from '../measure-request/command-workload.ts'
import type { MeasureRequest } from '../measure-request/measure-request.ts'
import { isOnHost } from '../measure-request/program-on-host.ts'
import { resolveRequest } from '../measure-request/request.ts'
import { newRun } from '../measure-request/run-request.ts'
import { writeCompleteFile } from '../output-file.ts'
import { addCheckFlags, type CheckFlags, requestedVariants } from './check-flags.ts'
import { addMeasureFlags, type MeasureFlags, measureSettings } from './measure-flags.ts'
import { measureAndPrint } from './run.ts'

interface ExecFlags extends MeasureFlags, CheckFlags {
  image?: string
  dockerfile?: string
  setup?: string
  prepare?: string
  env: Record<string, string>
  /** False for `--no-copy`. */
  copy: boolean
  save?: string
}

/** `plimsoll exec -- COMMAND`: measures a command without a workload file. */
export function execCommand(exit: (code: number) => void): Command {
  const command = new Command('exec')
    .description('measure one command, without a workload file: on the host, in containers, or in two versions')
    .usage('[options] -- COMMAND [ARGUMENT...]')
    .argument('<command...>', 'the command, after --. One quoted argument may be a line of shell')
    .addOption(
      new Option('--image <name>', 'also measure in containers of this image: layer, volume and bind mount').conflicts(
        'dockerfile',
      ),
    )
    .option('--dockerfile <file>', 'also measure in containers of the image that this Dockerfile builds')
    .option(
      '--setup <command>',
      'run once, before the first sample, with a network; each sample gets a copy of the result',
    )
    .option('--prepare <command>', 'run before each sample, untimed')
    .addOption(
      new Option('--env <name=value>', 'an environment variable of the command (repeatable)')
        .argParser(variable)
        .default({}, 'none'),
    )
    .option('--no-copy', "run in an empty folder, without a copy of this folder's files")
    .option('--save <name>', 'write the workload to .plimsoll/<name>.yml, for plimsoll run and the action')
    .addHelpText('after', EXAMPLES)
  return addCheckFlags(addMeasureFlags(command)).action(async (words: string[], flags: ExecFlags) =>
    exit(await execute(words, flags)),
  )
}

const EXAMPLES = `
Examples:
  plimsoll exec -- npm test                     on this host
  plimsoll exec -- 'sort words.txt | uniq -c'   a line of shell
  plimsoll exec --image node:24 --setup 'npm ci' -- npm test
                                                on the host and in containers
  plimsoll exec --base main --setup 'npm ci' -- npm test
                                                this folder against a branch

Each sample runs in a fresh copy of this folder, without .git and without the
files that git ignores, such as node_modules: make those with --setup. HOME is
the image's; on the host, it is the copy. Containers have no network.

The exit code is as for plimsoll run.
`

async function execute(words: string[], flags: ExecFlags): Promise<number> {
  const command = workloadOf(words, flags)
  if (flags.copy) assertCopyable(process.cwd())
  findWorkloads(process.cwd(), [], command) // A command that cannot be measured is not saved.
  if (command.image !== undefined && flags.engine.includes('none'))
    throw new Problem(2, 'With --engine none, no container is measured. Leave out --engine none, or the image.')
  return withCheckedOutRefs(flags, { named: [], command }, (folders) => {
    const request: MeasureRequest = {
      project: process.cwd(),
      command,
      ...{ workloads: [], params: [] },
      ...measureSettings(flags),
      variants: requestedVariants({ ...flags, ...folders }),
      ...{ alpha: flags.alpha, threshold: flags.threshold },
      declared: { nfs: null, synced: null },
    }
    // Nothing is saved of a request that is refused. The file is one of those that are copied, so it comes before the plan.
    resolveRequest(request)
    if (flags.save !== undefined) save(flags.save, command)
    return measureAndPrint(newRun(resolveRequest(request)), flags, NOTHING_COMPARED)
  })
}

const NOTHING_COMPARED =
  'Nothing was compared. Add --image or --dockerfile to see what containers cost, or --base to compare with another version.'

/** @throws Problem (2) if the command does not exist where it would run */
function workloadOf(words: string[], flags: ExecFlags): WorkloadFile {
  const { dockerfile, setup, prepare, env: environment, save: name, variant } = flags
  const image = flags.image ?? variant.head?.image ?? variant.base?.image
  const inContainers = image !== undefined || dockerfile !== undefined
  if (words.join('').trim() === '') throw new Problem(2, 'The command is empty. Name a command after --.')
  const known = listScenarios().map(({ id }) => id)
  const containerScenario = flags.scenario.find((id) => id !== 'native' && known.includes(id))
  if (!inContainers && containerScenario !== undefined)
    throw new Problem(2, `The scenario ${containerScenario} runs in a container. Add --image or --dockerfile.`)
  if (name !== undefined && !/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    throw new Problem(2, `Invalid name '${name}': --save takes lower-case letters, digits and hyphens, at most 64.`)
  const command = commandWorkload({
    words,
    name,
    image,
    dockerfile,
    setup,
    prepare,
    environment,
    noCopy: !flags.copy,
    onlyScenarios: flags.scenario,
  })
  const [program = ''] = command.run as string[]
  if (!inContainers && !isOnHost(program))
    throw new Problem(2, `Command '${program}' not found on this host. Check its name.`)
  if (!isOnHost(program)) printNote(`'${program}' is not on this host, so only containers are measured.`)
  return command
}

/** The most files, and bytes, of a folder that is in no git repository. */
const MAX_FILES = 20_000
const MAX_BYTES = 2 ** 30

/**
 * Checks that a folder is not a large one by mistake, such as a home folder. Each sample gets a copy.
 * @throws Problem (2)
 */
function assertCopyable(directory: string): void {
  if (isInRepository(directory)) return
  let [files, bytes] = [0, 0]
  const queue = [directory]
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    for (const entry of readableEntries(folder)) {
      const path = join(folder, entry.name)
      if (!isProjectFile(directory, path)) continue
      if (entry.isDirectory()) queue.push(path)
      files++
      if (entry.isFile()) bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (files > MAX_FILES || bytes > MAX_BYTES)
        throw new Problem(
          2,
          `This folder is in no git repository and has more than ${counted(MAX_FILES, 'file')} or ${MAX_BYTES / 2 ** 30} GiB, and each sample would get a copy. Run the command in the folder of the project, or add --no-copy if the command needs no files.`,
        )
    }
  }
}

function readableEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function isInRepository(directory: string): boolean {
  return existsSync(join(directory, '.git')) || (dirname(directory) !== directory && isInRepository(dirname(directory)))
}

/** @throws Problem (2) if another workload has the name */
function save(name: string, command: WorkloadFile): void {
  const file = join('.plimsoll', `${name}.yml`)
  const text = stringify(command, { lineWidth: 0 })
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeCompleteFile(file, text)
    printNote(`Wrote ${file}`)
  } else if (readFileSync(file, 'utf8') !== text)
    throw new Problem(2, `${file} already exists and describes other work. Choose another name with --save.`)
}

function variable(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([A-Z_][A-Z0-9_]*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('It takes NAME=value, and a name has capital letters, digits and underscores.')
  return { ...before, [name]: value }
}
