import { TEST_REGISTRY, type TestSigstore, trustSigstore } from '../provenance/testing.ts'
import type { Registry } from '../store/registry.ts'
import { acceptRun, describeEarlier } from './accept-run.ts'
import { changeState } from './change-state.ts'
import { checkBundle } from './check-bundle.ts'
import { hourlyQuota, makeUploadBudget } from './quotas.ts'
import type { Ingest } from './submit.ts'

// This module accepts runs without a server. For tests only.

/** Returns an ingest that trusts a Sigstore instance, and that works in this thread. */
export function makeIngest(registry: Registry, sigstore: Pick<TestSigstore, 'trustedRoot'>): Ingest {
  trustSigstore(registry, sigstore)
  return {
    registry,
    address: TEST_REGISTRY,
    access: { allow: [], deny: [] },
    quota: hourlyQuota(100),
    budget: makeUploadBudget(),
    checkBundle: async (bundle) => checkBundle(registry, bundle),
    acceptRun: (files, verified) => acceptRun(registry, files, verified),
    describeEarlier: async (id) => describeEarlier(registry, id),
    changeState: async (id, bundle, verified) => changeState(registry, id, bundle, verified),
    onStored: () => {},
  }
}

/** Returns the body that submits a document with its bundle. */
export function submissionBody(bundle: Uint8Array, document: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.concat([bundle, Buffer.from('\n'), document])
}
