// `npm run bench`: prints the performance of a registry. `npm run bench -- repeatability` runs a suite several times and
// prints how well the runs agree. `npm run bench -- edition` measures the runs of the edition linux-2026.
// `npm run bench -- registry` measures a large registry.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Problem } from '@plimsoll/workloads'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { benchEdition, type EditionOptions } from './edition.ts'
import { benchRepeatability, PLACE_NAMES, REPEATED_SUITES, type RepeatabilityOptions } from './repeatability.ts'

/** Pages of runs are made of JSX, which Node does not compile by itself. */
const JSX = new URL('../../../site/bin/jsx.js', import.meta.url).href

/** The sizes for `npm run bench`, which takes minutes. */
const SMALL: RegistrySizes = { build: 1000, indexed: 2000, stored: 2000 }

const command = new Command('npm run bench --')
  .description('Print the performance of a registry of some thousand runs. This takes minutes.')
  .allowExcessArguments(false)
  .exitOverride()
  .action(() => printRegistryBench(SMALL))
command
  .command('repeatability')
  .description(
    'Run a suite several times back to back on file systems made for it, keep the documents, and print how well the runs agree. It needs root on Linux with Docker. This takes hours; interrupt and continue it at any time: a document that exists is not measured again.',
  )
  .option('--times <n>', 'runs in each place', positiveInteger, 5)
  .addOption(new Option('--suite <name>', 'the suite').choices(REPEATED_SUITES).default('quick'))
  .addOption(
    new Option(
      '--on <places>',
      `places, separated by commas: ${PLACE_NAMES.join(', ')}; all are file-system images with a dockerd of their own`,
    )
      .argParser(placeNames)
      .default(PLACE_NAMES, 'all'),
  )
  .option('--out <dir>', 'folder of the documents and of table.md', 'examples/repeatability')
  .action(async (options: RepeatabilityOptions) => {
    process.exitCode = await benchRepeatability(options)
  })
command
  .command('edition')
  .description(
    'Measure the suite standard with two engines on one ext4 image, for the next version of the edition linux-2026. It needs root on Debian with Docker, and 36 GiB of free space in the folder of temporary files (TMPDIR names another one). A turn takes about 45 minutes. Interrupt and continue it at any time: a document that exists is not measured again.',
  )
  .option('--times <n>', 'turns; each starts every engine anew', positiveInteger, 5)
  .requiredOption('--out <dir>', 'folder of the documents, for example ../my-runs')
  .action(async (options: EditionOptions) => {
    process.exitCode = await benchEdition(options)
  })

command
  .command('registry')
  .description(
    'Measure a large registry: load and build it, add one run, query it, and submit runs to it while others read. It takes many minutes and some gigabytes of free space in the folder of temporary files.',
  )
  .option('--build <runs>', 'runs of the registry that is built', positiveInteger, 10_000)
  .option('--indexed <runs>', 'runs of the index that is queried', positiveInteger, 10_000)
  .option('--stored <runs>', 'runs that are stored when further runs are submitted', positiveInteger, 10_000)
  .action(printRegistryBench)

try {
  await command.parseAsync(process.argv)
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof Problem) {
    console.error(error.message)
    process.exitCode = error.exitCode
  } else throw error
}

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999,999.')
  return Number(text)
}

function placeNames(text: string): RepeatabilityOptions['on'] {
  const names = text.split(',')
  const unknown = names.find((name) => !PLACE_NAMES.some((place) => place === name))
  if (unknown !== undefined) throw new InvalidArgumentError(`Unknown place '${unknown}'.`)
  return PLACE_NAMES.filter((place) => names.includes(place))
}

/** The numbers of runs in the registries to measure. */
interface RegistrySizes {
  build: number
  indexed: number
  stored: number
}

/** Runs the benchmarks of the registry, each in its own process: building its site, its queries, and submissions. */
function printRegistryBench({ build, indexed, stored }: RegistrySizes): void {
  const run = (name: string, args: (string | number)[]) => {
    const file = fileURLToPath(new URL(`../../../site/bench/${name}`, import.meta.url))
    execFileSync(process.execPath, ['--import', JSX, file, ...args.map(String)], { stdio: 'inherit' })
  }
  run('bench.ts', [build])
  run('scale.ts', ['--indexed', indexed, '--stored', stored])
}
