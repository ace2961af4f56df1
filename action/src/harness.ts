import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

/** The version of plimsoll, from its package. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** The commit of plimsoll itself when it runs from a clone without changes, else null. */
export async function harnessCommit(): Promise<string | null> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  if (!existsSync(`${root}.git`)) return null
  const status = await execa('git', ['-C', root, 'status', '--porcelain', '--untracked-files=no'], {
    reject: false,
    stdin: 'ignore',
  })
  if (status.failed || status.stdout !== '') return null
  const head = await execa('git', ['-C', root, 'rev-parse', 'HEAD'], { reject: false, stdin: 'ignore' })
  return /^[0-9a-f]{40}$/.test(head.stdout ?? '') ? head.stdout : null
}
