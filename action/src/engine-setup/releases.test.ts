import { expect, test } from 'vitest'
import { findRelease, RELEASES } from './releases.ts'
import type { Tool } from './request.ts'

const all = Object.entries(RELEASES.tools).flatMap(([tool, versions]) =>
  Object.entries(versions).flatMap(([version, platforms]) =>
    Object.entries(platforms).map(([platform, release]) => ({ tool, version, platform, ...release })),
  ),
)

test.each(all)('the release of $tool $version for $platform is pinned', (release) => {
  expect(release.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(release.url).toMatch(/^https:\/\/(github\.com|download\.docker\.com)\//)
  expect(release.url).toContain(release.version)
  expect(release.seenIn.length).toBeGreaterThan(0)
  expect(findRelease(RELEASES, release.tool as Tool, release.platform).url).toBe(release.url)
})

test('no two releases have one checksum or address', () => {
  expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(all.length)
  expect(new Set(all.map(({ url }) => url)).size).toBe(all.length)
})

test('a Mac of each kind can have both engines', () => {
  const has = (tool: Tool, platform: string) =>
    Object.values(RELEASES.tools[tool]).some((platforms) => platform in platforms)
  for (const mac of ['Darwin x86_64', 'Darwin arm64'])
    expect((['lima', 'colima', 'docker'] as const).filter((tool) => !has(tool, mac))).toEqual([])
})

test('a release without a checksum is refused', () => {
  expect(() => findRelease(RELEASES, 'docker', 'Linux x86_64')).toThrow(
    /^Plimsoll has no checksum of docker \S+ for Linux x86_64, so it does not download it\. Use another runner\.$/,
  )
})
