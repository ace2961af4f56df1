import { spawnSync } from 'node:child_process'
import { SUBMISSION_TYPE } from '@plimsoll/schema'
import { expect, test } from 'vitest'
import { renderStatic } from '../page-parts/render-static.ts'
import { RELEASED } from '../provenance/levels.ts'
import { GITHUB_ISSUER } from '../provenance/project.ts'
import { exampleRun } from '../testing.ts'
import { Proof, verifyCommand } from './proof.tsx'
import { makeSignature } from './testing.ts'

const ID = 'a'.repeat(26)

/** Returns the section of a run that ended at a time. */
function render(signature = makeSignature(), finishedAt = '2026-11-20T11:00:00Z'): string {
  const document = exampleRun((run) => {
    run.finishedAt = finishedAt
  })
  return renderStatic(Proof({ id: ID, document, signature }))
}

test('each fact of the certificate is shown with its name, and the bundle is linked', () => {
  const page = render()
  const facts = [...page.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)].map(([, title, value]) => [title, value])
  expect(facts).toEqual([
    ['Signed', '<time dateTime="2026-11-20T12:00:00.000Z">2026-11-20 12:00 UTC</time>'],
    ['Public log', '<a href="https://search.sigstore.dev/?logIndex=7654321">entry 7654321 of rekor.sigstore.dev</a>'],
    ['Repository', 'example/project'],
    ['Repository id', '1001'],
    ['Owner id', '2002'],
    ['Workflow', 'example/project/.github/workflows/measure.yml@refs/heads/main'],
    ['Commit of the workflow', 'b'.repeat(40)],
    ['Workflow run', '3003, attempt 2'],
    ['Event', 'push'],
    ['Ref', 'refs/heads/main'],
    ['Commit', 'a'.repeat(40)],
    ['Runner', 'github-hosted'],
    ['Signed for', 'https://registry.example'],
    ['Issuer', GITHUB_ISSUER],
  ])
  expect(page).toContain(`<a href="${ID}.sigstore.json">`)
  expect(page).toContain('a public log recorded the signature and its time.')
})

test('text of the certificate is escaped', () => {
  expect(render(makeSignature({ provenance: { ref: 'refs/heads/<b>' } }))).toContain('<dd>refs/heads/&lt;b&gt;</dd>')
})

test('an entry of a log that is not the public one has no link', () => {
  for (const url of ['https://rekor.example', 'https://rekor.sigstore.dev.example', 'https://rekor.sigstore.test'])
    expect(render(makeSignature({ log: { url, index: 7 } }))).toContain(
      `<dd>entry 7 of ${url.replace('https://', '')}</dd>`,
    )
})

test('a signature without a log names no log, and says who certified the time', () => {
  const page = render(makeSignature({ log: null }))
  expect(page).toContain('a time-stamp authority certified the time.')
  expect(page).not.toContain('Public log')
})

test('a run that ended more than a day before it was signed is said to be dated by nothing but its document', () => {
  const sentence = 'The document says that the run ended 3 days earlier; only the time of the signature is proven.'
  expect(render(makeSignature(), '2026-11-17T11:00:00Z')).toContain(sentence)
  expect(render(makeSignature(), '2026-11-19T12:00:00Z')).not.toContain('only the time of the signature')
})

test('without a signature, nothing is shown', () => {
  expect(Proof({ id: ID, document: exampleRun(), signature: null })).toBeNull()
})

const COMMAND = `gh attestation verify ${ID}.json --bundle ${ID}.sigstore.json \\
  --repo example/project --predicate-type ${SUBMISSION_TYPE}`

test('the command to check a run names its files and its repository, and is on the page, to copy', () => {
  expect(verifyCommand(ID, makeSignature())).toBe(COMMAND)
  expect(render()).toContain(`<pre data-copy="the command">${COMMAND}</pre>`)
})

test('the command names the workflow that signed if that is in another repository', () => {
  const workflow = `${RELEASED.path}@refs/tags/v1`
  const signature = makeSignature({ level: 'measured by Plimsoll', provenance: { workflow } })
  expect(verifyCommand(ID, signature)).toBe(`${COMMAND} \\\n  --signer-workflow ${RELEASED.path}`)
  const similar = makeSignature({
    provenance: { workflow: 'example/project-2/.github/workflows/m.yml@refs/heads/main' },
  })
  expect(verifyCommand(ID, similar)).toBe(
    `${COMMAND} \\\n  --signer-workflow example/project-2/.github/workflows/m.yml`,
  )
})

test('the command for another issuer names the issuer, and a trusted root if it is not of the public instance', () => {
  const commandOf = (issuer: string) => verifyCommand(ID, makeSignature({ provenance: { issuer } }))
  const tenant = `${GITHUB_ISSUER}/example`
  expect(commandOf(tenant)).toBe(`${COMMAND} \\\n  --cert-oidc-issuer ${tenant}`)
  const server = 'https://github.example/_services/token'
  expect(commandOf(server)).toBe(
    `${COMMAND} \\\n  --cert-oidc-issuer ${server} \\\n  --custom-trusted-root trusted-root.jsonl`,
  )
})

test('no name of a workflow becomes code of the shell in which the command is pasted', () => {
  const path = "evil/w/.github/workflows/a;touch$IFS'x'`y`.yml"
  const command = verifyCommand(ID, makeSignature({ provenance: { workflow: `${path}@refs/heads/main` } }))
  const { stdout } = spawnSync('sh', ['-c', command.replace('gh ', "printf '%s\n' ")], { encoding: 'utf8' })
  expect(stdout.split('\n').at(-2)).toBe(path)
})
