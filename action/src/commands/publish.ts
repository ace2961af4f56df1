import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { makeOctokit } from '../github/octokit.ts'
import { DEFAULT_REGISTRY, type RegistryAddress, type RemoteRegistry, readRegistry } from '../publish/address.ts'
import { describeDisclosure } from '../publish/disclosure.ts'
import { type Access, type HandedIn, handIn, type Upload } from '../publish/hand-in.ts'
import { idTokens } from '../publish/id-token.ts'
import { publishToDirectory } from '../publish/to-directory.ts'
import { askYesNo } from '../terminal/ask.ts'
import { readDocument } from './read-document.ts'
import { readFile } from './validate.ts'

interface Flags {
  registry?: string
  yes?: boolean
  allowPrivate?: boolean
}

interface Given extends Upload {
  file: string
}

/**
 * `plimsoll publish FILE … --registry R`: shows which data will leave this machine, submits the runs, prints their
 * permalinks.
 */
export function publishCommand(exit: (code: number) => void): Command {
  return new Command('publish')
    .description('hand run documents in to a registry; prints the permalink of each')
    .argument('<files...>', 'run documents')
    .option('--registry <where>', 'https://…, github:OWNER/REPO, or a directory')
    .option('--yes', 'do not ask, on a terminal, before anything leaves this machine')
    .option('--allow-private', "a private repository's name may be seen")
    .addHelpText('after', HELP)
    .action(async (files: string[], flags: Flags) => {
      const registry = registryOf(flags.registry)
      const signed = registry.kind === 'http'
      const given = files.map((file): Given => {
        const { document, id, hash } = readDocument(file)
        const bytes = readFile(file)
        for (const line of describeDisclosure(document, { id, bytes: bytes.length, signed })) console.error(line)
        return { file, bytes, id, hash }
      })
      const publish = publisher(registry, flags)
      if (registry.kind !== 'directory' && !flags.yes && !(await agreed(flags.registry ?? ''))) {
        console.error('Nothing was handed in.')
        return exit(2)
      }
      let refused = 0
      for (const one of given) {
        const placed = await publish(one)
        if (typeof placed === 'number') refused ||= placed
        else console.log(placed)
      }
      if (refused > 0) exit(refused)
    })
}

const HELP = `
Over https a run is handed in with a token of the workflow that measured it (permissions: id-token: write);
there is no key to set up, and a laptop has no such token. From a laptop use github:OWNER/REPO with a token of
yours in GH_TOKEN: with the right to push it is committed, without it a pull request is opened from a fork in
your account; what is merged is shown as self-reported.
`

function registryOf(named: string | undefined): RegistryAddress {
  const text = named ?? DEFAULT_REGISTRY
  if (text !== null) return readRegistry(text)
  throw new Problem(
    2,
    'There is no public registry yet: name one with --registry (https://…, github:OWNER/REPO, or a directory); the document itself is all there is until then.',
  )
}

/**
 * Check that runs can be submitted to this registry, before the user is asked to confirm.
 * @returns a function that submits one run; it returns a message with the run's address, or an exit code where the
 *   registry has already printed why it rejected the run
 */
function publisher(registry: RegistryAddress, flags: Flags): (one: Given) => Promise<string | number> {
  if (registry.kind === 'directory') {
    return async ({ file, id }) => {
      return (await publishToDirectory(file, registry.directory)) || `${registry.directory}/documents/${id}.json`
    }
  }
  const access = accessTo(registry, flags)
  return async (one) => {
    const handed = await handIn(one, access)
    console.error(inWords(handed))
    return handed.where === 'proposed' ? handed.url : (handed.permalink ?? handed.url)
  }
}

/**
 * The credentials for a registry.
 * @throws Problem (2) without a token of the kind that the registry requires
 */
function accessTo(registry: RemoteRegistry, { allowPrivate = false }: Flags): Access {
  if (registry.kind === 'http') {
    const tokens = idTokens(process.env)
    if (tokens === null) throw new Problem(2, noToken(registry.url))
    return { ...registry, tokens, allowPrivate }
  }
  const token = process.env.GH_TOKEN || process.env.GITHUB_TOKEN
  if (!token) throw new Problem(2, noGitHubToken(`github:${registry.owner}/${registry.repo}`))
  const apiUrl = process.env.GITHUB_API_URL ?? 'https://api.github.com'
  return { ...registry, octokit: makeOctokit({ token, apiUrl }) }
}

/** The result of one submission, as a message. */
function inWords({ where, because, provenanceLevel, permalink }: HandedIn): string {
  const shown = provenanceLevel === null ? '.' : `: ${provenanceLevel}`
  if (where === 'taken') return `Taken${shown}`
  if (where === 'there already') return `It was there already${shown}`
  if (where === 'committed') return 'Committed: the site shows it when it is built next.'
  const why =
    because === 'protected'
      ? 'Its default branch takes no direct commits'
      : 'Your token has no right to push there, so a fork in your account has it'
  const address = permalink === null ? '' : `, at ${permalink}`
  return `${why}, and a pull request proposes it: once merged, it is shown as self-reported${address}.`
}

function noToken(url: string): string {
  return `${url} takes runs from workflows of GitHub Actions alone, with the token of a job that has \`permissions: id-token: write\`; there is none here. Run it in such a job, or from a laptop use --registry github:OWNER/REPO.`
}

function noGitHubToken(registry: string): string {
  return `To hand a run in to ${registry} a token of yours is needed, and GH_TOKEN is empty: with GitHub's own command, once \`gh auth login\`, then \`GH_TOKEN=$(gh auth token) npx plimsoll publish FILE --registry ${registry}\`; without it, make a classic token with the scope public_repo at https://github.com/settings/tokens/new and put that in GH_TOKEN.`
}

/** Asks for confirmation on a terminal; without a terminal, returns true. */
async function agreed(where: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true
  const question = `Hand this in to ${where || DEFAULT_REGISTRY}, for everybody to see?`
  return askYesNo(question, { otherwise: false, undone: 'nothing was handed in' })
}
