import type { Provenance } from '../provenance/certificate.ts'
import { Refusal } from './refusal.ts'

/**
 * Whom the operator allows or denies to submit runs. An entry is the name of an owner (`example`) or of a repository
 * (`example/project`), or an id (`owner-id:2002`, `repository-id:1001`), which stays when a name changes hands. An entry
 * holds for every trusted issuer.
 */
export interface AccessList {
  /** Only these may submit; everybody may if the list is empty. */
  allow: readonly string[]
  /** These may not submit, even if they are allowed. */
  deny: readonly string[]
}

/** Refuses a repository that may submit neither runs nor statements. @throws Refusal `not-allowed` */
export function assertAccess(provenance: Provenance, { allow, deny }: AccessList): void {
  const isNamed = (entry: string) => names(entry, provenance)
  if (!deny.some(isNamed) && (allow.length === 0 || allow.some(isNamed))) return
  const sentence = `The operator of this registry accepts nothing from ${provenance.repository}. Submit to another registry, or ask the operator.`
  throw new Refusal(403, 'not-allowed', sentence)
}

/** Whether an entry names the repository that signed, or its owner. GitHub ignores case in names. */
function names(entry: string, { repository, repositoryId, ownerId }: Provenance): boolean {
  const [owner = '', name = ''] = repository.toLowerCase().split('/')
  return [owner, `${owner}/${name}`, `owner-id:${ownerId}`, `repository-id:${repositoryId}`].includes(
    entry.toLowerCase(),
  )
}
