import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { splitPackages } from '../../site/hosting/remove-development-packages.ts'

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

test('every package that is used in production has a licence that goes together with ours', () => {
  const used = splitPackages().production
  expect(used.length).toBeGreaterThan(100)
  const doubtful = used.filter(({ path, license = 'none' }) => {
    const all = license.replace(/[()]/g, '').split(/ AND | OR /)
    const accepted = AS_IT_IS.filter(([which]) => which.test(path)).map(([, name]) => name)
    return !all.every((name) => COMPATIBLE.includes(name) || accepted.includes(name))
  })
  expect(doubtful.map(({ path, license }) => `${path}: ${license}`)).toEqual([])
})

test('the image of the registry has no package that only development needs', () => {
  const { development } = splitPackages()
  expect(development).toEqual(
    expect.arrayContaining(['node_modules/elkjs', 'node_modules/prisma', 'node_modules/vitest']),
  )
  const file = readFileSync(new URL('../../site/hosting/Dockerfile', import.meta.url), 'utf8')
  const [, build, image] = file.split('\nFROM ')
  expect(build).toMatch(/npm ci.*remove-development-packages\.ts.*plimsoll-registry\.js build/s)
  expect(image).toContain('COPY --from=build /opt/plimsoll /opt/plimsoll')
  expect(image).not.toContain('npm')
})
