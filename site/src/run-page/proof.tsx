import { type RunDocument, SUBMISSION_TYPE } from '@plimsoll/schema'
import type { ReactNode } from 'react'
import { Copyable } from '../../components/copyable.tsx'
import { Fact } from '../../components/text.tsx'
import { formatTime } from '../page-parts/titles.ts'
import { describeDelay } from '../provenance/delay.ts'
import { RELEASED } from '../provenance/levels.ts'
import { GITHUB_ISSUER } from '../provenance/project.ts'
import type { Signature } from '../provenance/signature.ts'

interface Properties {
  id: string
  document: RunDocument
  /** What the run's bundle proves; null without a valid one. */
  signature: Signature | null
}

/** What the signature of a run proves, and how to check it; nothing for a run that is not signed. */
export function Proof({ id, document, signature }: Properties) {
  if (signature === null) return null
  const { provenance, signedAt, log, registry } = signature
  const delay = describeDelay(document, signedAt)
  const facts: [title: string, value: ReactNode][] = [
    [
      'Signed',
      <time key="time" dateTime={signedAt}>
        {formatTime(signedAt)}
      </time>,
    ],
    [log && PUBLIC_LOG.test(log.url) ? 'Public log' : 'Log', log && <LogEntry key="log" {...log} />],
    ['Repository', provenance.repository],
    ['Repository id', provenance.repositoryId],
    ['Owner id', provenance.ownerId],
    ['Workflow', provenance.workflow],
    ['Commit of the workflow', provenance.workflowCommit],
    ['Workflow run', `${provenance.workflowRun}, attempt ${provenance.attempt}`],
    ['Event', provenance.event],
    ['Ref', provenance.ref],
    ['Commit', provenance.commit],
    ['Runner', provenance.runnerEnvironment],
    ['Signed for', registry],
    ['Issuer', provenance.issuer],
  ]
  return (
    <section aria-labelledby="proof">
      <h2 id="proof">Proof</h2>
      <p>
        A job signed this run with <a href="https://www.sigstore.dev/">Sigstore</a>, and{' '}
        {log === null
          ? 'a time-stamp authority certified the time'
          : `${PUBLIC_LOG.test(log.url) ? 'a public log' : 'the log of its instance'} recorded the signature and its time`}
        . {delay} <a href={`${id}.sigstore.json`}>The bundle</a> has everything that is needed to check this:
      </p>
      <Copyable text={verifyCommand(id, signature)} label="the command" />
      <dl className="facts">
        {facts.map(
          ([title, value]) =>
            value && (
              <Fact key={title} title={title}>
                {value}
              </Fact>
            ),
        )}
      </dl>
    </section>
  )
}

const SEARCH = 'https://search.sigstore.dev'
const PUBLIC_LOG = /^https:\/\/[a-z0-9.-]*rekor[a-z0-9.-]*\.sigstore\.dev$/

/** An entry of a log. The public instance has a page for each entry. */
function LogEntry({ url, index }: { url: string; index: number }) {
  const name = `entry ${index} of ${url.replace('https://', '')}`
  return PUBLIC_LOG.test(url) ? <a href={`${SEARCH}/?logIndex=${index}`}>{name}</a> : name
}

/**
 * Returns the command with which GitHub's own program checks a bundle. It needs the signer's workflow if that is in another
 * repository than the run's.
 */
export function verifyCommand(id: string, { level, provenance }: Pick<Signature, 'level' | 'provenance'>): string {
  const { repository, workflow, issuer } = provenance
  // The issuer of an enterprise at GitHub belongs to the public instance.
  const isPublic = issuer === GITHUB_ISSUER || issuer.startsWith(`${GITHUB_ISSUER}/`)
  const [path = ''] = workflow.split('@')
  const isElsewhere = !path.startsWith(`${repository}/`)
  const signer = level === 'measured by Plimsoll' ? RELEASED.path : path
  return [
    `gh attestation verify ${id}.json --bundle ${id}.sigstore.json`,
    `  --repo ${shellWord(repository)} --predicate-type ${SUBMISSION_TYPE}`,
    ...(isElsewhere ? [`  --signer-workflow ${shellWord(signer)}`] : []),
    ...(issuer === GITHUB_ISSUER ? [] : [`  --cert-oidc-issuer ${shellWord(issuer)}`]),
    ...(isPublic ? [] : ['  --custom-trusted-root trusted-root.jsonl']),
  ].join(' \\\n')
}

/** Quotes a text of a certificate for a shell, unless it is plain: anyone can name a workflow file. */
function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
