import type { RunDocument } from '@plimsoll/schema'
import type { Template } from '../page-parts/template.ts'
import { GITHUB_ISSUER } from '../provenance/project.ts'
import type { Signature } from '../provenance/signature.ts'
import type { Statement } from '../store/statements.ts'
import { analyze } from './analysis.ts'
import { renderAnalysis } from './run-page.tsx'

/** Renders the page of one run without replications. @param signature what its bundle proves */
export function renderRun(
  document: RunDocument,
  statements: Statement[],
  template: Template,
  signature: Signature | null = null,
): string {
  return renderAnalysis(analyze(document), { statements, signature, replications: [] }, template)
}

/** Returns what the bundle of a job in a public repository proves. */
export function makeSignature(
  changes: Partial<Omit<Signature, 'provenance'>> & { provenance?: Partial<Signature['provenance']> } = {},
): Signature {
  return {
    level: 'signed by repository',
    registry: 'https://registry.example',
    signedAt: '2026-11-20T12:00:00.000Z',
    log: { url: 'https://rekor.sigstore.dev', index: 7654321 },
    ...changes,
    provenance: {
      issuer: GITHUB_ISSUER,
      repository: 'example/project',
      repositoryId: '1001',
      ownerId: '2002',
      visibility: 'public',
      commit: 'a'.repeat(40),
      ref: 'refs/heads/main',
      workflow: 'example/project/.github/workflows/measure.yml@refs/heads/main',
      workflowCommit: 'b'.repeat(40),
      workflowRun: 3003,
      attempt: 2,
      event: 'push',
      runnerEnvironment: 'github-hosted',
      ...changes.provenance,
    },
  }
}
