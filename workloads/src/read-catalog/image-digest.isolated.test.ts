import { expect, test, vi } from 'vitest'
import { listWorkloads, workloadDigest } from './catalog.ts'

/** The edit that the mock of `dockerfileFor` applies to its result. */
const { edit } = vi.hoisted(() => ({ edit: { of: (text: string) => text } }))

vi.mock('../image/dockerfile.ts', async (original) => {
  const { dockerfileFor } = await original<typeof import('../image/dockerfile.ts')>()
  return { dockerfileFor: (target: string) => edit.of(dockerfileFor(target)) }
})

/** The digest of each workload, with the first value of each param. */
function digests(of: (text: string) => string): Record<string, string> {
  edit.of = of
  const all = listWorkloads().map((workload) => {
    const params = Object.entries(workload.params).map(([name, [value]]) => [name, value])
    return [workload.workload, workloadDigest(workload, Object.fromEntries(params))]
  })
  return Object.fromEntries(all)
}

const real = digests((text) => text)

test.each([
  ['front.php', ['symfony-page']],
  ['rails new', ['rake-tasks']],
  ['/opt/plimsoll/moby', ['go-list']],
  ['docker-registry', ['image-pull']],
])('what an image is made by is in the digest of the workloads that run in it, and in no other: %s', (words, names) => {
  const changed = digests((text) => text.replaceAll(words, 'something else'))
  expect(Object.keys(real).filter((name) => changed[name] !== real[name])).toEqual(names)
})

test('a comment in the Dockerfile is in no digest', () => {
  expect(digests((text) => text.replaceAll(/^# .*$/gm, '# another'))).toEqual(real)
})
