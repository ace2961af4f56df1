import { RUN_ID } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { readRegistry } from '../publish/address.ts'
import { idTokens } from '../publish/id-token.ts'
import { type Mark, markOverHttp } from '../publish/mark.ts'

/** `plimsoll withdraw ID --reason TEXT --registry URL`: withdraws a run, which stays online, and prints its address. */
export function withdrawCommand(): Command {
  return command('withdraw', 'say that you no longer stand by a run you handed in; it stays, with the mark')
    .requiredOption('--reason <text>', 'why, in one line')
    .action((id: string, { registry, reason }: { registry: string; reason: string }) =>
      mark({ run: readId(id), kind: 'withdrawn', reason }, registry),
    )
}

/** `plimsoll supersede ID --by ID --registry URL`: marks a run as superseded by a newer one, and prints its address. */
export function supersedeCommand(): Command {
  return command('supersede', 'say that a newer run stands in place of one you handed in; both stay')
    .requiredOption('--by <id>', 'the newer run')
    .action((id: string, { registry, by }: { registry: string; by: string }) =>
      mark({ run: readId(id), kind: 'superseded', by: readId(by) }, registry),
    )
}

function command(name: 'withdraw' | 'supersede', description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<id>', 'the run')
    .requiredOption('--registry <url>', 'https://…, which has the run')
    .addHelpText('after', HELP)
}

const HELP = `
A registry hears it from the repository that handed the run in, and from nobody else: run this in a job of one of
its workflows that has \`permissions: id-token: write\`. In a registry's own directory, or in a clone of one that is a
repository, plimsoll-registry has the same calls.
`

async function mark(mark: Mark, named: string): Promise<void> {
  const registry = readRegistry(named)
  if (registry.kind !== 'http')
    throw new Problem(
      2,
      `This command speaks only to a registry at https://…. In a registry's own directory, or a clone of its repository, run \`plimsoll-registry ${CALLS[mark.kind]} ${mark.run}\`.`,
    )
  const tokens = idTokens(process.env)
  if (tokens === null)
    throw new Problem(
      2,
      `${registry.url} hears that from the repository that handed the run in alone, and there is no token of it here: run this in a job of one of its workflows that has \`permissions: id-token: write\`.`,
    )
  const before = await markOverHttp(mark, { registry: registry.url, tokens })
  if (before !== null) console.error(`It was withdrawn before, and the reason stays: ${before}`)
  console.log(`${registry.url}/runs/${mark.run}`)
}

const CALLS: Record<Mark['kind'], string> = { withdrawn: 'withdraw', superseded: 'supersede' }

function readId(text: string): string {
  if (RUN_ID.test(text)) return text
  throw new Problem(
    2,
    `${JSON.stringify(text)} is no id of a run: give the 26 characters that the address of its page ends in.`,
  )
}
