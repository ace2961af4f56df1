import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { bundleToJSON } from '@sigstore/bundle'
import { fulcioHandler, initializeCA, initializeCTLog, initializeTLog, initializeTSA, tsaHandler } from '@sigstore/mock'
import { DSSEBundleBuilder, FulcioSigner, RekorWitness, TSAWitness } from '@sigstore/sign'
import { formatSubmission, STATEMENT_MEDIA_TYPE, type Submission } from '../src/submission.ts'

// This module is a Sigstore instance (a certificate authority, a log, a time-stamp authority), and the issuer of the tokens
// of jobs.

/** The claims of a job's token, which become extensions of its certificate. */
export type Claims = Record<string, unknown>

/** What a test changes of a usual signature. */
export interface SignOptions {
  claims?: Claims
  /** What certifies the time: an entry in the log (default), a time stamp, or both. */
  evidence?: ('log' | 'stamp')[]
}

/** A Sigstore instance on the loopback interface. */
export interface TestSigstore {
  /** The trusted root of the instance, as JSON. */
  trustedRoot: Record<string, unknown>
  /** The addresses of the instance, as a signing configuration in JSON. */
  signingConfig: Record<string, unknown>
  /** Signs the bytes of an in-toto statement. */
  signStatement(statement: Uint8Array, options?: SignOptions): Promise<Buffer>
  sign(submission: Submission, options?: SignOptions): Promise<Buffer>
  /** The environment of a job that may request tokens. These tokens have the claims of `makeClaims`. */
  environment: { ACTIONS_ID_TOKEN_REQUEST_URL: string; ACTIONS_ID_TOKEN_REQUEST_TOKEN: string }
  /** The claims of the environment's tokens that differ from those of `makeClaims`. */
  claims: Claims
  /** The paths of the requests for tokens, certificates, entries and time stamps so far. */
  requests: string[]
  close(): Promise<void>
}

const REQUEST_TOKEN = 'request-token'
const LOG = 'https://rekor.sigstore.test'

/**
 * Starts a Sigstore instance with keys of its own.
 * @param clock the time of certificates, entries and time stamps (default: the present)
 * @param logClock another time of entries
 * @param hasCertificateLog whether certificates are in a log of certificates, as those of the public instance
 */
export async function startSigstore({
  clock,
  logClock = clock,
  hasCertificateLog = true,
}: {
  clock?: Date
  logClock?: Date
  hasCertificateLog?: boolean
} = {}): Promise<TestSigstore> {
  const certificateLog = await initializeCTLog(keyPair('P-256'), clock)
  const authority = await initializeCA(keyPair('P-384'), hasCertificateLog ? certificateLog : undefined, clock)
  const log = await initializeTLog(LOG, keyPair('P-256'), logClock)
  const stamps = await initializeTSA(keyPair('P-384'), clock)
  const [fulcio, stamper] = [fulcioHandler(authority), tsaHandler(stamps)]
  const claims: Claims = {}
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(pathname)
    const answer = async () => {
      if (pathname === fulcio.path) return fulcio.fn(body)
      if (pathname === stamper.path) {
        // The client cannot read a time whose fraction ends in 0, because its encoding leaves the 0 out.
        while (Date.now() % 10 !== 1);
        return stamper.fn(body)
      }
      if (pathname === '/api/v1/log/entries')
        return { statusCode: 201, response: JSON.stringify(await log.log(toEntry(JSON.parse(body)))) }
      if (pathname !== '/token') return { statusCode: 404, response: '{}' }
      if (request.headers.authorization !== `Bearer ${REQUEST_TOKEN}`) return { statusCode: 401, response: '{}' }
      const token = makeToken({ ...makeClaims(), aud: searchParams.get('audience'), ...claims })
      return { statusCode: 200, response: JSON.stringify({ value: token }) }
    }
    const { statusCode, response: content } = await answer().catch(() => ({ statusCode: 400, response: '{}' }))
    // Tests pause for longer than a connection would stay open.
    response.writeHead(statusCode, { 'content-type': 'application/json', connection: 'close' }).end(content)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signStatement = async (statement: Uint8Array, { claims = {}, evidence = ['log'] }: SignOptions = {}) => {
    const identityProvider = { getToken: async () => makeToken({ ...makeClaims(), ...claims }) }
    const builder = new DSSEBundleBuilder({
      signer: new FulcioSigner({ fulcioBaseURL: url, identityProvider }),
      witnesses: evidence.map((kind) =>
        kind === 'log' ? new RekorWitness({ rekorBaseURL: url }) : new TSAWitness({ tsaBaseURL: url }),
      ),
    })
    const bundle = await builder.create({ data: Buffer.from(statement), type: STATEMENT_MEDIA_TYPE })
    return Buffer.from(JSON.stringify(bundleToJSON(bundle)))
  }
  const service = { url, majorApiVersion: 1, validFor: { start: START }, operator: 'test' }
  return {
    signStatement,
    sign: (submission, options) => signStatement(formatSubmission(submission), options),
    claims,
    requests,
    environment: { ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?v=1`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN },
    signingConfig: {
      mediaType: 'application/vnd.dev.sigstore.signingconfig.v0.2+json',
      caUrls: [service],
      oidcUrls: [],
      rekorTlogUrls: [service],
      rekorTlogConfig: { selector: 'ANY' },
      tsaUrls: [],
    },
    trustedRoot: {
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [trustedLog(LOG, log.publicKey)],
      ctlogs: hasCertificateLog ? [trustedLog('https://ctfe.sigstore.test', certificateLog.publicKey)] : [],
      certificateAuthorities: [trustedAuthority(authority.rootCertificate)],
      timestampAuthorities: [trustedAuthority(stamps.intCertificate, stamps.rootCertificate)],
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The time from which everything in a trusted root is valid. */
const START = '2020-01-01T00:00:00.000Z'

function keyPair(namedCurve: string) {
  return generateKeyPairSync('ec', { namedCurve })
}

function trustedLog(baseUrl: string, publicKey: Buffer) {
  return {
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: publicKey.toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start: START },
    },
    logId: { keyId: createHash('sha256').update(publicKey).digest('base64') },
  }
}

function trustedAuthority(...chain: ArrayBufferView[]) {
  return {
    subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
    uri: 'https://sigstore.test',
    certChain: {
      certificates: chain.map(({ buffer, byteOffset, byteLength }) => ({
        rawBytes: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
      })),
    },
    validFor: { start: START },
  }
}

/** Returns the entry that Rekor makes of a proposed entry of the kind `dsse`: it keeps hashes instead of the envelope. */
function toEntry({ apiVersion, kind, spec }: ProposedEntry): object {
  const { envelope, verifiers } = spec.proposedContent
  const { payload = '', signatures } = JSON.parse(envelope) as { payload?: string; signatures: { sig: string }[] }
  return {
    apiVersion,
    kind,
    spec: {
      envelopeHash: { algorithm: 'sha256', value: sha256(Buffer.from(envelope)) },
      payloadHash: { algorithm: 'sha256', value: sha256(Buffer.from(payload, 'base64')) },
      signatures: signatures.map(({ sig }, index) => ({ signature: sig, verifier: verifiers[index] })),
    },
  }
}

interface ProposedEntry {
  apiVersion: string
  kind: string
  spec: { proposedContent: { envelope: string; verifiers: string[] } }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns a token with these claims. The instance does not verify the signatures of tokens. */
function makeToken(claims: Claims): string {
  const workflow = `https://github.com/${String(claims.job_workflow_ref)}`
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  // The instance takes the subject of a certificate from `sub`; Fulcio takes it from the workflow.
  return `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...claims, sub: workflow })}.c2lnbmF0dXJl`
}

/** Returns the claims of a job's token in a public repository, as GitHub documents them. */
export function makeClaims(): Claims {
  return {
    iss: 'https://token.actions.githubusercontent.com',
    repository: 'example/project',
    repository_id: '1001',
    repository_owner: 'example',
    repository_owner_id: '2002',
    repository_visibility: 'public',
    ref: 'refs/heads/main',
    sha: 'a'.repeat(40),
    workflow: 'measure',
    workflow_ref: 'example/project/.github/workflows/measure.yml@refs/heads/main',
    workflow_sha: 'a'.repeat(40),
    job_workflow_ref: 'example/project/.github/workflows/measure.yml@refs/heads/main',
    job_workflow_sha: 'a'.repeat(40),
    run_id: '3003',
    run_attempt: '1',
    event_name: 'push',
    runner_environment: 'github-hosted',
  }
}
