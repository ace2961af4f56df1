// The client of Sigstore. It is larger than the rest of the action, so it has a file of its own in the bundle, which only the
// step that signs loads.
import { bundleToJSON } from '@sigstore/bundle'
import { SigningConfig } from '@sigstore/protobuf-specs'
import { bundleBuilderFromSigningConfig } from '@sigstore/sign'

/** Signs a statement, and returns the bundle as JSON in one line. */
type Sign = (statement: Buffer, mediaType: string) => Promise<Buffer>

/**
 * Makes a client of the instance in a signing configuration.
 * @param config a signing configuration of version 0.2, parsed; for another value this throws
 * @param token the token of this job, for Sigstore
 */
export function makeClient(config: unknown, token: string): Sign {
  const builder = bundleBuilderFromSigningConfig({
    signingConfig: SigningConfig.fromJSON(config),
    identityProvider: { getToken: async () => token },
    bundleType: 'dsseEnvelope',
  })
  return async (data, type) => Buffer.from(JSON.stringify(bundleToJSON(await builder.create({ data, type }))))
}
