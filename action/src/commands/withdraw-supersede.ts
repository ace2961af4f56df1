import { RUN_ID } from '@plimsoll/schema'
import { print, printNote } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { idTokens } from '../publish/id-token.ts'
import { parseRegistryAddress } from '../publish/registry-address.ts'
import { type Statement, submitStatement } from '../publish/submit-statement.ts'

/**
 * `plimsoll withdraw ID --reason TEXT --registry URL`: marks a run as withdrawn, and prints its address. The run stays
 * online.
 */
export function withdrawCommand(): Command {
  return command('withdraw', 'withdraw a run you published; it stays online, shown as withdrawn')
    .requiredOption('--reason <text>', 'the reason, in one line')
    .action((id: string, { registry, reason }: { registry: string; reason: string }) =>
      submit({ run: readId(id), kind: 'withdrawn', reason }, registry),
    )
}

/**
 * `plimsoll supersede ID --by ID --registry URL`: replaces a run with a newer one, and prints the address of the old
 * run.
 */
export function supersedeCommand(): Command {
  return command('supersede', 'replace a run you published with a newer one; both stay online')
    .requiredOption('--by <id>', 'the id of the newer run')
    .action((id: string, { registry, by }: { registry: string; by: string }) =>
      submit({ run: readId(id), kind: 'superseded', by: readId(by) }, registry),
    )
}

function command(name: 'withdraw' | 'supersede', description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'the id of the run')
    .requiredOption('--registry <url>', 'the registry of the run: https://…')
    .addHelpText('after', HELP)
}

const HELP = `
Only the repository that published the run can do this: run the command in a
job of one of its workflows, with \`permissions: id-token: write\`. If you
operate the registry, use the commands withdraw and supersede of
plimsoll-registry, in the directory of the registry or in a clone of its
repository.
`

async function submit(statement: Statement, named: string): Promise<void> {
  const registry = parseRegistryAddress(named)
  if (registry.kind !== 'http')
    throw new Problem(
      2,
      `This command needs a registry at https://…. In a registry's own directory, or a clone of its repository, run \`plimsoll-registry ${COMMANDS[statement.kind]} ${statement.run}\`.`,
    )
  const tokens = idTokens(process.env)
  if (tokens === null)
    throw new Problem(
      2,
      `No workflow token found. ${registry.url} accepts this command only from the repository that published the run. Run the command in a job of one of its workflows, with \`permissions: id-token: write\`.`,
    )
  const before = await submitStatement(statement, { registry: registry.url, tokens })
  if (before !== null) printNote(`The run was already withdrawn. Its first reason is kept: ${before}`)
  print(`${registry.url}/runs/${statement.run}`)
}

const COMMANDS: Record<Statement['kind'], string> = { withdrawn: 'withdraw', superseded: 'supersede' }

function readId(text: string): string {
  if (RUN_ID.test(text)) return text
  throw new Problem(
    2,
    `${JSON.stringify(text)} is not a run id. Give the last 26 characters of the address of the run's page.`,
  )
}
