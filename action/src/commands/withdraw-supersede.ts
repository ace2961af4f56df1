import { createHash } from 'node:crypto'
import { idOfHash, RUN_ID, type SubmissionAction } from '@plimsoll/schema'
import { print, printNote } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { downloadText } from '../download-text.ts'
import { idTokens } from '../publish/id-token.ts'
import { nameOfRegistry, parseRegistryAddress } from '../publish/registry-address.ts'
import { readSigningConfig, signSubmission } from '../publish/sign.ts'
import { submitStatement } from '../publish/submit-statement.ts'
import { signingConfigOption } from './signing-config-option.ts'

type StateChange = Exclude<SubmissionAction, { action: 'submit' }>

interface Flags {
  registry: string
  allowPrivate?: boolean
  signingConfig?: string
}

/**
 * `plimsoll withdraw ID --reason TEXT --registry URL`: marks a run as withdrawn, and prints its address. The run stays
 * online.
 */
export function withdrawCommand(): Command {
  return command('withdraw', 'withdraw a run you published; it stays online, shown as withdrawn')
    .requiredOption('--reason <text>', 'the reason, in one line')
    .action((id: string, { reason, ...flags }: Flags & { reason: string }) =>
      submit(readId(id), { action: 'withdraw', reason }, flags),
    )
}

/**
 * `plimsoll supersede ID --by ID --registry URL`: replaces a run with a newer one, and prints the address of the old
 * run.
 */
export function supersedeCommand(): Command {
  return command('supersede', 'replace a run you published with a newer one; both stay online')
    .requiredOption('--by <id>', 'the id of the newer run')
    .action((id: string, { by, ...flags }: Flags & { by: string }) =>
      submit(readId(id), { action: 'supersede', by: readId(by) }, flags),
    )
}

function command(name: 'withdraw' | 'supersede', description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'the id of the run')
    .requiredOption('--registry <url>', 'the registry of the run: https://…')
    .option('--allow-private', 'allow the public log and the registry to show the name of a private repository')
    .addOption(signingConfigOption())
    .addHelpText('after', HELP)
}

const HELP = `
Only the repository that published the run can do this: run the command in a
job of one of its workflows, with \`permissions: id-token: write\`. If you
operate the registry, use the commands withdraw and supersede of
plimsoll-registry, in the directory of the registry or in a clone of its
repository.
`

async function submit(id: string, action: StateChange, { registry: named, ...flags }: Flags): Promise<void> {
  const registry = parseRegistryAddress(named)
  if (registry.kind !== 'http')
    throw new Problem(
      2,
      `This command needs a registry at https://…. In a registry's own directory, or a clone of its repository, run \`plimsoll-registry ${action.action} ${id}\`.`,
    )
  const tokens = idTokens(process.env)
  if (tokens === null)
    throw new Problem(
      2,
      `No workflow token found. ${registry.url} accepts this command only from the repository that published the run. Run the command in a job of one of its workflows, with \`permissions: id-token: write\`.`,
    )
  const config = readSigningConfig(flags.signingConfig)
  const signing = { tokens, allowPrivate: flags.allowPrivate ?? false, config }
  const hash = await fetchHash(id, registry.url)
  const bundle = await signSubmission({ ...action, hash, registry: nameOfRegistry(registry) }, signing)
  const kind = action.action === 'withdraw' ? 'withdrawn' : 'superseded'
  const before = await submitStatement({ run: id, kind, bundle }, { registry: registry.url })
  if (before !== null) printNote(`The run was already withdrawn. Its first reason is kept: ${before}`)
  print(`${registry.url}/runs/${id}`)
}

/**
 * Returns the hash of a run's document. The id is the beginning of the hash, so the registry cannot give another document.
 * @throws Problem (2), (3)
 */
async function fetchHash(id: string, registry: string): Promise<string> {
  const address = `${registry}/runs/${id}.json`
  const text = await downloadText(address, CHECK)
  if (text === null) throw new Problem(2, `${address} does not exist, or was deleted. ${CHECK}`)
  const hash = `sha256:${createHash('sha256').update(text).digest('hex')}`
  if (idOfHash(hash) === id) return hash
  throw new Problem(2, `${address} is not the document of this run. ${CHECK}`)
}

const CHECK = 'Check the id and the registry.'

function readId(text: string): string {
  if (RUN_ID.test(text)) return text
  throw new Problem(
    2,
    `${JSON.stringify(text)} is not a run id. Give the last 26 characters of the address of the run's page.`,
  )
}
