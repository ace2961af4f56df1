// `node site/hosting/remove-development-packages.ts --yes`: removes the packages from node_modules that only development
// needs. Without `--yes`, it says so and removes nothing.
// `npm prune --omit=dev` keeps Prisma's command and what it needs, because the client names it as an optional peer.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..', '..')

/** Returns the paths of the packages in the lock file that only development needs, and of those that production needs. */
export function splitPackages(): { development: string[]; production: LockedPackage[] } {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, LockEntry>)
    .filter(([at, { link }]) => at.includes('node_modules/') && !link)
    .map(([at, entry]) => ({
      path: at,
      isForDevelopment: Boolean(entry.dev || entry.devOptional),
      license: entry.license,
    }))
  return {
    development: packages.filter(({ isForDevelopment }) => isForDevelopment).map(({ path }) => path),
    production: packages.filter(({ isForDevelopment }) => !isForDevelopment),
  }
}

/** A package of the lock file. */
export interface LockedPackage {
  /** The path of its folder. */
  path: string
  license?: string | undefined
}

interface LockEntry {
  dev?: boolean
  /** Whether only development, or an optional peer of another package, needs it. */
  devOptional?: boolean
  link?: boolean
  license?: string
}

if (import.meta.main) {
  const { development } = splitPackages()
  if (process.argv.slice(2).join(' ') === '--yes')
    for (const folder of development) rmSync(path.join(ROOT, folder), { recursive: true, force: true })
  else {
    console.error(
      `This removes ${development.length} packages from node_modules. Run it again with --yes to remove them.`,
    )
    process.exitCode = 2
  }
}
