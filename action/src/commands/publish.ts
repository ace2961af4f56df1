import { existsSync, readFileSync } from 'node:fs'
import { canonicalize } from '@plimsoll/schema'
import { print, printError, printNote } from '@plimsoll/schema/node'
import { Problem } from '@plimsoll/workloads'
import { Command } from 'commander'
import { askYesNo } from '../ask-yes-no.ts'
import { makeOctokit } from '../github/octokit.ts'
import { withStatus } from '../progress/status-line.ts'
import { describeDisclosure } from '../publish/disclosure.ts'
import { idTokens } from '../publish/id-token.ts'
import {
  DEFAULT_REGISTRY,
  parseRegistryAddress,
  type RegistryAddress,
  type RemoteRegistry,
} from '../publish/registry-address.ts'
import { readSigningConfig } from '../publish/sign.ts'
import { type Access, type Submission, submitRun, type Upload } from '../publish/submit.ts'
import { publishToDirectory } from '../publish/to-directory.ts'
import { readDocument } from './read-document.ts'
import { assertOneStdin, STDIN, STDIN_HELP } from './read-file.ts'
import { signingConfigOption } from './signing-config-option.ts'

interface Flags {
  registry?: string
  yes?: boolean
  allowPrivate?: boolean
  signingConfig?: string
}

interface UploadFile extends Upload {
  file: string
}

/**
 * `plimsoll publish FILE … --registry R`: shows which data will leave this machine, submits the runs, and prints the
 * permanent addresses of the runs.
 */
export function publishCommand(exit: (code: number) => void): Command {
  return new Command('publish')
    .description('publish run documents to a registry and print their permalinks')
    .argument('<files...>', `run documents. ${STDIN_HELP}`)
    .option('--registry <where>', 'https://…, github:OWNER/REPO, or a directory')
    .option('--yes', 'publish without asking for confirmation')
    .option('--allow-private', 'allow the registry to show the name of a private repository')
    .addOption(signingConfigOption())
    .addHelpText('after', HELP)
    .action(async (files: string[], flags: Flags) => {
      const registry = registryOf(flags.registry)
      assertOneStdin(files)
      const asks = registry.kind !== 'directory' && !flags.yes && isTerminal()
      // A registry records a replication with the run that it repeats, so that run must be there first.
      const runs = files.map((file) => ({ file, ...readDocument(file) }))
      runs.sort((a, b) => Date.parse(a.document.startedAt) - Date.parse(b.document.startedAt))
      const given = runs.map(({ file, document, id, hash }): UploadFile => {
        // The SHA-256 of these bytes is the hash, so that other programs can check the signature.
        const bytes = Buffer.from(canonicalize(document))
        const bundle = readBundle(file)
        const signed = bundle !== undefined || (registry.kind !== 'directory' && idTokens(process.env) !== null)
        const disclosed = describeDisclosure(document, { id, bytes: bytes.length, signed })
        for (const line of disclosed) asks ? printError(line) : printNote(line)
        return { file, bytes, id, hash, bundle }
      })
      const isSigned = given.every(({ bundle }) => bundle !== undefined)
      const publish = publisher(registry, isSigned, flags)
      if (asks && !(await agreed(flags.registry ?? ''))) {
        printError('Nothing was published.')
        return exit(2)
      }
      let refused = 0
      for (const one of given) {
        const address = await publish(one)
        if (typeof address === 'number') refused ||= address
        else print(address)
      }
      if (refused > 0) exit(refused)
    })
}

const HELP = `
Examples:
  plimsoll publish run.json --registry ~/registry
  GH_TOKEN=$(gh auth token) plimsoll publish run.json \\
    --registry github:OWNER/REPO

A job of a GitHub workflow (permissions: id-token: write) signs the run with
Sigstore; you need no key. A registry at https://… accepts only signed runs. If
a run was signed for the registry before, its bundle RUN.sigstore.json is used.
From a laptop, use github:OWNER/REPO with your GitHub token in GH_TOKEN. If this
token may push, the command commits the run. If not, it opens a pull request
from a fork in your account. The registry shows a run that is not signed as
self-reported.
`

function registryOf(named: string | undefined): RegistryAddress {
  const text = named ?? DEFAULT_REGISTRY
  if (text !== null) return parseRegistryAddress(text)
  throw new Problem(
    2,
    'No registry given, and there is no public registry yet. Name a registry with --registry: https://…, github:OWNER/REPO, or a directory.',
  )
}

/**
 * Checks that runs can be submitted to this registry, before the user is asked to confirm.
 * @param isSigned whether every run is signed already
 * @returns a function that submits one run. The function returns a message with the run's address. If the registry
 *   rejects the run and prints the reason, the function returns an exit code.
 */
function publisher(
  registry: RegistryAddress,
  isSigned: boolean,
  flags: Flags,
): (one: UploadFile) => Promise<string | number> {
  if (registry.kind === 'directory') {
    return async ({ bytes, file, id }) => {
      return (
        (await publishToDirectory(file === STDIN ? bytes : file, registry.directory)) ||
        `${registry.directory}/documents/${id}.json`
      )
    }
  }
  const access = accessTo(registry, isSigned, flags)
  return async (one) => {
    const submitted = await withStatus(`submitting run ${one.id}`, () => submitRun(one, access))
    printNote(inWords(submitted))
    return submitted.where === 'proposed' ? submitted.url : (submitted.permalink ?? submitted.url)
  }
}

/**
 * The credentials for a registry.
 * @throws Problem (2) if the user has no token of the kind that the registry requires
 */
function accessTo(registry: RemoteRegistry, isSigned: boolean, flags: Flags): Access {
  const { allowPrivate = false, signingConfig } = flags
  const tokens = idTokens(process.env)
  const signing = tokens && { tokens, allowPrivate, config: readSigningConfig(signingConfig) }
  if (registry.kind === 'http') {
    if (signing === null && !isSigned) throw new Problem(2, noToken(registry.url))
    return { ...registry, signing }
  }
  const token = process.env.GH_TOKEN || process.env.GITHUB_TOKEN
  if (!token) throw new Problem(2, noGitHubToken(`github:${registry.owner}/${registry.repo}`))
  const apiUrl = process.env.GITHUB_API_URL ?? 'https://api.github.com'
  return { ...registry, octokit: makeOctokit({ token, apiUrl }), signing }
}

/** The result of one submission, as a message for the user. */
function inWords({ where, because, provenanceLevel, permalink, bundle }: Submission): string {
  const shown = provenanceLevel === null ? '.' : `: ${provenanceLevel}`
  if (where === 'accepted') return `Accepted${shown}`
  if (where === 'there already') return `Already published${shown}`
  if (where === 'committed') return 'Committed. The run appears when the site is next built.'
  const why =
    because === 'protected'
      ? 'The default branch does not accept direct commits'
      : 'The token may not push to the registry'
  const address = permalink === null ? '' : `, at ${permalink}`
  return `${why}, so a pull request was opened. Once merged, the run is shown as ${bundle === null ? 'self-reported' : 'signed by repository'}${address}.`
}

function noToken(url: string): string {
  return `No workflow token found. ${url} accepts only runs that are signed, in GitHub Actions jobs with \`permissions: id-token: write\`. Publish in such a job, or from a laptop with --registry github:OWNER/REPO.`
}

function noGitHubToken(registry: string): string {
  return `Publishing to ${registry} needs a GitHub token, and GH_TOKEN is empty. With the GitHub CLI, run \`gh auth login\` once, then \`GH_TOKEN=$(gh auth token) npx plimsoll publish FILE --registry ${registry}\`. Without it, create a classic token with the scope public_repo at https://github.com/settings/tokens/new and set GH_TOKEN to it.`
}

/**
 * Returns the bundle beside a document, in one line; undefined if there is none.
 * @throws Problem (2)
 */
function readBundle(file: string): Uint8Array | undefined {
  const bundle = file.endsWith('.json') ? `${file.slice(0, -'.json'.length)}.sigstore.json` : ''
  if (!existsSync(bundle)) return undefined
  try {
    return Buffer.from(JSON.stringify(JSON.parse(readFileSync(bundle, 'utf8'))))
  } catch (error) {
    throw new Problem(2, `'${bundle}' is not a Sigstore bundle (${(error as Error).message}). Remove it to sign again.`)
  }
}

/** Whether the user can be asked. */
function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** Asks the user at the terminal to confirm publication. */
async function agreed(where: string): Promise<boolean> {
  const question = `Publish this to ${where || DEFAULT_REGISTRY}? Anyone can read it there.`
  return askYesNo(question, { otherwise: false, undone: 'nothing was published' })
}
