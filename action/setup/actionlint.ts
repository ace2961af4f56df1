import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

const VERSION = 'v1.7.12'
const folder = fileURLToPath(new URL('../../.cache/bin/', import.meta.url))

/** The linter of workflows, where it is. */
export const actionlint = `${folder}actionlint`

/** Build actionlint where Go is, half a minute once; where it is not, its test is skipped. */
export async function ensureActionlint(): Promise<void> {
  if (existsSync(actionlint)) return
  const { failed } = await execa('go', ['version'], { reject: false, stdin: 'ignore' })
  if (failed) return
  console.error('Building actionlint')
  await execa('go', ['install', `github.com/rhysd/actionlint/cmd/actionlint@${VERSION}`], {
    reject: false,
    stdio: ['ignore', 2, 2],
    env: { GOBIN: folder },
  })
}
