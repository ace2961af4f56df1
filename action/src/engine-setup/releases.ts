import { Problem } from '@plimsoll/workloads'
import type { HostCapabilities } from './host-capabilities.ts'
import releases from './releases.json' with { type: 'json' }
import type { EngineRequest, Tool } from './request.ts'
import type { System } from './system.ts'

/** A file of a published release. */
export interface Release {
  tool: Tool
  version: string
  url: string
  /** The SHA-256 checksum of the file, as 64 hexadecimal digits. */
  sha256: string
}

/**
 * The files that may be downloaded, to Macs: only files whose checksum is listed here. Docker publishes no checksums for its
 * command. Lima and Colima publish checksums with their releases.
 */
export interface Releases {
  /** The releases by tool, then by version, then by platform (`uname -s` and `uname -m`). */
  tools: Record<Tool, Record<string, Record<string, { url: string; sha256: string; seenIn: string[] }>>>
}

export const RELEASES: Releases = releases

/** The last version of a tool with a known checksum. */
export function lastVersion({ tools }: Releases, tool: Tool): string {
  return Object.keys(tools[tool]).at(-1) as string
}

/**
 * The releases to download for a requested engine on a host.
 * @throws Problem (2) if the checksum of a release is not known
 */
export async function neededReleases(
  releases: Releases,
  request: EngineRequest,
  host: HostCapabilities,
  system: System,
): Promise<Release[]> {
  return (await neededTools(request, host, system)).map((tool) => findRelease(releases, tool, host.platform))
}

/**
 * The last release of a tool, for a platform.
 * @throws Problem (2) if the checksum of the release is not known
 */
export function findRelease(releases: Releases, tool: Tool, platform: string): Release {
  const version = lastVersion(releases, tool)
  const found = releases.tools[tool][version]?.[platform]
  if (found) return { tool, version, url: found.url, sha256: found.sha256 }
  throw new Problem(
    2,
    `Plimsoll has no checksum of ${tool} ${version} for ${platform}, so it does not download it. Use another runner.`,
  )
}

/** The tools to download. Colima needs Lima. The docker command is downloaded only if the machine has none. */
async function neededTools({ engine }: EngineRequest, host: HostCapabilities, system: System): Promise<Tool[]> {
  const { exitCode } = await system.run(['docker', '--version'], 20)
  return [
    ...(host.limactl === null ? (['lima'] as const) : []),
    ...(engine === 'colima' ? (['colima'] as const) : []),
    ...(exitCode === 0 ? [] : (['docker'] as const)),
  ]
}
