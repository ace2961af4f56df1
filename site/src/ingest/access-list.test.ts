import { expect, test } from 'vitest'
import type { Provenance } from '../provenance/certificate.ts'
import { type AccessList, assertAccess } from './access-list.ts'

const PROVENANCE = { repository: 'Example/Project', repositoryId: '1001', ownerId: '2002' } as Provenance

test.each<[boolean, Partial<AccessList>]>([
  [true, {}],
  [true, { allow: ['example'] }],
  [true, { allow: ['other', 'example/project'] }],
  [true, { allow: ['repository-id:1001'] }],
  [true, { allow: ['owner-id:2002'] }],
  [true, { deny: ['other', 'example/projects', 'owner-id:3003', 'project'] }],
  [false, { allow: ['other'] }],
  [false, { allow: ['example/projects'] }],
  [false, { allow: ['repository-id:100'] }],
  [false, { deny: ['EXAMPLE'] }],
  [false, { deny: ['example/PROJECT'] }],
  [false, { deny: ['repository-id:1001'] }],
  [false, { deny: ['owner-id:2002'] }],
  // An owner and a repository may have the same id, and an owner may have a number as the name.
  [false, { allow: ['owner-id:1001', 'repository-id:2002', '1001', '2002'] }],
  [true, { deny: ['owner-id:1001', 'repository-id:2002', '1001', '2002'] }],
  [false, { allow: ['example'], deny: ['example/project'] }],
])('accepted: %s with %j', (accepted, list) => {
  const attempt = () => assertAccess(PROVENANCE, { allow: [], deny: [], ...list })
  if (accepted) expect(attempt).not.toThrow()
  else expect(attempt).toThrow(/accepts nothing from Example\/Project/)
})
