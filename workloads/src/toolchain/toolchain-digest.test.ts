import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { partFolder, toolchainDigest } from './toolchain-digest.ts'

const PARTS = ['node', 'npm-ci/small', 'npm-ci/cra']

test.each(PARTS)('the lock of %s pins every package by SHA-512 and names no host', (part) => {
  const { packages } = JSON.parse(readFileSync(`${partFolder(part)}package-lock.json`, 'utf8')) as {
    packages: Record<string, { integrity?: string; resolved?: string; extraneous?: boolean; inBundle?: boolean }>
  }
  for (const [path, { integrity, resolved, extraneous, inBundle }] of Object.entries(packages)) {
    if (path === '') continue
    expect(resolved, path).toBeUndefined()
    expect(extraneous, path).toBeUndefined()
    if (!inBundle) expect(integrity, path).toMatch(/^sha512-/)
  }
})

test('small has about 200 packages, cra about 1,500', () => {
  const count = (part: string) =>
    Object.keys(JSON.parse(readFileSync(`${partFolder(part)}package-lock.json`, 'utf8')).packages).length - 1
  expect([count('npm-ci/small'), count('npm-ci/cra')]).toEqual([242, 1509])
})

test('each part has a digest of its own, and there are no others', () => {
  expect(new Set(PARTS.map(toolchainDigest)).size).toBe(PARTS.length)
  expect(() => toolchainDigest('npm-ci/huge')).toThrow("Unknown toolchain part 'npm-ci/huge'")
  expect(() => toolchainDigest('../..')).toThrow("Unknown toolchain part '../..'")
})
