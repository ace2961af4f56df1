import { X509Certificate } from '@sigstore/core'
import { GITHUB_ISSUER, isId } from './project.ts'

/** What the certificate of a job says about the job, as its issuer's token claimed. */
export interface Provenance {
  /** The issuer of the job's token. The ids of repositories and owners are unique within one issuer only. */
  issuer: string
  /** The name of the repository when it signed, `owner/name`. */
  repository: string
  repositoryId: string
  ownerId: string
  visibility: string
  commit: string
  ref: string
  /** The workflow that signed (a reusable one, if the job calls one): `owner/name/.github/workflows/file.yml@ref`. */
  workflow: string
  /** The commit of that workflow. */
  workflowCommit: string
  workflowRun: number
  attempt: number
  event: string
  runnerEnvironment: string
}

/**
 * The extensions of a certificate by Fulcio (https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md), by the last
 * number of the object identifier.
 */
const EXTENSIONS = {
  issuer: 8,
  'build signer URI': 9,
  'build signer digest': 10,
  'runner environment': 11,
  'source repository URI': 12,
  'source repository digest': 13,
  'source repository ref': 14,
  'source repository identifier': 15,
  'source repository owner identifier': 17,
  'build trigger': 20,
  'run invocation URI': 21,
  'source repository visibility': 22,
} as const

type ExtensionName = keyof typeof EXTENSIONS

const ARC = '1.3.6.1.4.1.57264.1'
const MAX_LENGTH = 500

/** The address of a repository. GitHub allows no name of dots alone, which would be another folder. */
const REPOSITORY = /^(https:\/\/[^/?#]+)\/((?!\.{1,2}\/)[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100})$/
const INVOCATION = /^\/actions\/runs\/([1-9]\d{0,15})\/attempts\/([1-9]\d{0,5})$/
const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/

/** Thrown for a certificate that is not that of a job in GitHub Actions. Its message is the end of a sentence. */
export class InvalidCertificate extends Error {}

/**
 * Returns what a certificate says about the job that signed. It does not verify the certificate.
 * @param der the certificate
 * @throws InvalidCertificate
 */
export function readProvenance(der: Buffer<ArrayBuffer>): Provenance {
  const certificate = X509Certificate.parse(der)
  const text = (name: ExtensionName): string => {
    const value = utf8String(certificate.extension(`${ARC}.${EXTENSIONS[name]}`)?.value)
    if (value === null || value === '' || value.length > MAX_LENGTH || /\p{C}/u.test(value))
      throw new InvalidCertificate(`its certificate has no ${name}`)
    return value
  }
  const valid = (name: ExtensionName, isValid: (value: string) => boolean): string => {
    const value = text(name)
    if (isValid(value)) return value
    throw new InvalidCertificate(`its certificate has an invalid ${name}`)
  }
  const isCommit = (value: string) => COMMIT.test(value)
  const address = valid('source repository URI', (value) => REPOSITORY.test(value))
  const [, server = '', repository = ''] = REPOSITORY.exec(address) ?? []
  const invocationOf = (value: string) =>
    value.startsWith(address) ? INVOCATION.exec(value.slice(address.length)) : null
  const invocation = valid('run invocation URI', (value) => invocationOf(value) !== null)
  const [, workflowRun, attempt] = invocationOf(invocation) ?? []
  return {
    issuer: valid('issuer', (value) => value === issuerOf(server) || value.startsWith(`${issuerOf(server)}/`)),
    repository,
    repositoryId: valid('source repository identifier', isId),
    ownerId: valid('source repository owner identifier', isId),
    visibility: text('source repository visibility'),
    commit: valid('source repository digest', isCommit),
    ref: text('source repository ref'),
    workflow: valid('build signer URI', (value) => value.startsWith(`${server}/`)).slice(server.length + 1),
    workflowCommit: valid('build signer digest', isCommit),
    workflowRun: Number(workflowRun),
    attempt: Number(attempt),
    event: text('build trigger'),
    runnerEnvironment: text('runner environment'),
  }
}

/**
 * Returns the issuer of the tokens of a GitHub server's jobs. An issuer for the jobs of other servers could name any
 * repository of this one.
 */
function issuerOf(server: string): string {
  if (server === 'https://github.com') return GITHUB_ISSUER
  const [, tenant] = /^https:\/\/([a-z0-9-]+\.ghe\.com)$/.exec(server) ?? []
  return tenant === undefined ? `${server}/_services/token` : `https://token.actions.${tenant}`
}

/** Decodes a DER UTF8String of at most 65,535 bytes; null for anything else. */
function utf8String(der: Buffer | undefined): string | null {
  const [tag, first = 0, second = 0, third = 0] = der ?? []
  if (der === undefined || tag !== 0x0c) return null
  const [head, length] = first < 0x80 ? [2, first] : first === 0x81 ? [3, second] : [4, second * 256 + third]
  if (first > 0x82 || der.length !== head + length) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(der.subarray(head))
  } catch {
    return null
  }
}
