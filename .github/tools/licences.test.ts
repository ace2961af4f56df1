import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The licences that permit redistribution with code under Apache-2.0, unmodified. */
const COMPATIBLE = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
]
/**
 * Packages that are used unmodified under their own licence. That licence requires that users can get, change and
 * replace the packages.
 */
const AS_IT_IS: [path: RegExp, license: string][] = [
  [/^node_modules\/@img\/sharp-/, 'LGPL-3.0-or-later'],
  [/^node_modules\/@resvg\/resvg-wasm$/, 'MPL-2.0'],
  [/^node_modules\/geist$/, 'SIL OPEN FONT LICENSE'],
]

interface LockEntry {
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  license?: string
}

test('every package that is used in production has a licence that goes together with ours', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  const used = Object.entries(lock.packages as Record<string, LockEntry>).filter(
    ([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link,
  )
  expect(used.length).toBeGreaterThan(100)
  const doubtful = used.filter(([path, { license = 'none' }]) => {
    const all = license.replace(/[()]/g, '').split(/ AND | OR /)
    const accepted = AS_IT_IS.filter(([which]) => which.test(path)).map(([, name]) => name)
    return !all.every((name) => COMPATIBLE.includes(name) || accepted.includes(name))
  })
  expect(doubtful.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})
