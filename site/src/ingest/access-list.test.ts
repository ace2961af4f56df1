import { expect, test } from 'vitest'
import { type AccessList, checkAccess } from './access-list.ts'
import type { Provenance } from './provenance.ts'

const PROVENANCE = { repository: 'Example/Project', repositoryId: '1001', ownerId: '2002' } as Provenance

test.each<[boolean, Partial<AccessList>]>([
  [true, {}],
  [true, { allow: ['example'] }],
  [true, { allow: ['other', 'example/project'] }],
  [true, { allow: ['1001'] }],
  [true, { allow: ['2002'] }],
  [true, { deny: ['other', 'example/projects', '3003', 'project'] }],
  [false, { allow: ['other'] }],
  [false, { allow: ['example/projects'] }],
  [false, { allow: ['100'] }],
  [false, { deny: ['EXAMPLE'] }],
  [false, { deny: ['example/PROJECT'] }],
  [false, { deny: ['1001'] }],
  [false, { deny: ['2002'] }],
  [false, { allow: ['example'], deny: ['example/project'] }],
])('accepted: %s with %j', (accepted, list) => {
  const attempt = () => checkAccess(PROVENANCE, { allow: [], deny: [], ...list })
  if (accepted) expect(attempt).not.toThrow()
  else expect(attempt).toThrow(/does not accept runs of Example\/Project/)
})
