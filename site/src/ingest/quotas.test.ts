import { expect, onTestFinished, test, vi } from 'vitest'
import type { Provenance } from '../provenance/certificate.ts'
import { hourlyQuota, makeUploadBudget, type Quota, type Sender, senderOf } from './quotas.ts'
import type { Refusal } from './refusal.ts'

async function refusalOf(attempt: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await attempt()
    return null
  } catch (error) {
    return error as Refusal
  }
}

const sender = (repository: string, owner = `owner of ${repository}`) => ({ repository, owner })

/** Uses a quota for a document that is stored. */
const takeFrom = (quota: Quota) => (who: Sender, bytes: number) => quota.use(who, bytes, async () => ({ added: true }))

test('the hourly quota of a repository does not affect other repositories', async () => {
  let now = 0
  const take = takeFrom(hourlyQuota(60, () => now))
  for (let index = 0; index < 60; index += 1) await take(sender('1'), 0)
  expect(await refusalOf(() => take(sender('1'), 0))).toMatchObject({
    status: 429,
    code: 'quota-exceeded',
    retryAfter: 60,
  })
  await take(sender('2'), 0)
  now = 59_000
  expect(await refusalOf(() => take(sender('1'), 0))).toMatchObject({ retryAfter: 1 })
  now = 60_000
  expect(await refusalOf(() => take(sender('1'), 0))).toBeNull()
  expect((await refusalOf(() => take(sender('1'), 0)))?.code).toBe('quota-exceeded')
})

test('unused quota does not accumulate beyond one hour', async () => {
  let now = 0
  const take = takeFrom(hourlyQuota(2, () => now))
  await take(sender('1'), 0)
  now = 100 * 3_600_000
  await take(sender('1'), 0)
  await take(sender('1'), 0)
  expect((await refusalOf(() => take(sender('1'), 0)))?.code).toBe('quota-exceeded')
})

test('a clock that is set back does not reduce the quota', async () => {
  let now = 1_000_000
  const take = takeFrom(hourlyQuota(2, () => now))
  await take(sender('1'), 0)
  now = 0
  expect(await refusalOf(() => take(sender('1'), 0))).toBeNull()
})

test('a clock that is set forward gives no quota back', async () => {
  const take = takeFrom(hourlyQuota(1))
  await take(sender('1'), 0)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_200_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect((await refusalOf(() => take(sender('1'), 0)))?.code).toBe('quota-exceeded')
})

test('bytes have an hourly quota too, and the excess of one document reduces the quota of the next', async () => {
  let now = 0
  const take = takeFrom(hourlyQuota(60, () => now, 3600))
  await take(sender('1'), 3660)
  expect(await refusalOf(() => take(sender('1'), 0))).toMatchObject({
    status: 429,
    code: 'quota-exceeded',
    retryAfter: 61,
  })
  expect(await refusalOf(() => take(sender('2'), 0))).toBeNull()
  now = 61_000
  expect(await refusalOf(() => take(sender('1'), 0))).toBeNull()
})

test('by default, a repository may submit 100 MB an hour', async () => {
  const take = takeFrom(hourlyQuota(60, () => 0))
  await take(sender('1'), 99_999_999)
  await take(sender('1'), 1)
  const refusal = await refusalOf(() => take(sender('1'), 0))
  expect(refusal?.message).toContain('may submit 60 runs or 100 MB per hour')
})

test('by default, uploads may hold 96 MB, and 64 bodies may wait', async () => {
  const upload = makeUploadBudget().begin()
  upload.grow(96_000_000)
  expect(() => upload.grow(1)).toThrow(expect.objectContaining({ code: 'busy' }))
  for (let body = 0; body < 64; body += 1) void upload.wait(() => new Promise(() => {}))
  await expect(upload.wait(async () => {})).rejects.toMatchObject({ code: 'busy' })
})

test('many repositories of one owner share a quota of five repositories', async () => {
  let now = 0
  const take = takeFrom(hourlyQuota(10, () => now, 1000))
  for (let index = 0; index < 50; index += 1) await take(sender(`r${index % 8}`, 'one'), 0)
  const refusal = await refusalOf(() => take(sender('r9', 'one'), 0))
  expect(refusal).toMatchObject({ status: 429, code: 'quota-exceeded', retryAfter: 72 })
  expect(refusal?.message).toContain('all repositories of this owner together may submit 50 runs')
  await take(sender('r9', 'two'), 0)
  now = 3_600_000
  await take(sender('r0', 'one'), 0)
  for (let index = 0; index < 5; index += 1) await take(sender(`r${index}`, 'one'), 1000)
  expect((await refusalOf(() => take(sender('r9', 'one'), 0)))?.code).toBe('quota-exceeded')
})

test('what is not stored, or fails, is given back, but counts meanwhile', async () => {
  const quota = hourlyQuota(1, () => 0, 100)
  const held = Promise.withResolvers<{ added: boolean }>()
  const first = quota.use(sender('1'), 100, () => held.promise)
  expect((await refusalOf(() => takeFrom(quota)(sender('1'), 0)))?.code).toBe('quota-exceeded')
  held.resolve({ added: false })
  await first
  await expect(quota.use(sender('1'), 100, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await refusalOf(() => takeFrom(quota)(sender('1'), 100))).toBeNull()
  expect((await refusalOf(() => takeFrom(quota)(sender('1'), 0)))?.code).toBe('quota-exceeded')
})

test('a sender is known by ids, which a new name does not change, and the ids of two issuers differ', () => {
  const job = { issuer: 'https://issuer.example', repository: 'example/project', repositoryId: '1001', ownerId: '2002' }
  const senderOfJob = (change: Partial<typeof job> = {}) => senderOf({ ...job, ...change } as Provenance)
  expect(senderOfJob({ repository: 'renamed/project' })).toEqual(senderOfJob())
  const other = senderOfJob({ issuer: 'https://other.example' })
  expect(other.repository).not.toBe(senderOfJob().repository)
  expect(other.owner).not.toBe(senderOfJob().owner)
})
