import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Licences that code under Apache-2.0 may be given on with, used as it is. */
const COMPATIBLE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense', 'CC-BY-4.0']
/** Loaded as a library that may be replaced, which is what its licence asks: what sharp draws pictures with. */
const REPLACEABLE = /^node_modules\/@img\/sharp-/

interface Locked {
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  license?: string
}

test('every package that is used in production has a licence that goes together with ours', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  const used = Object.entries(lock.packages as Record<string, Locked>).filter(
    ([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link,
  )
  expect(used.length).toBeGreaterThan(100)
  const doubtful = used.filter(([path, { license = 'none' }]) => {
    const all = license.replace(/[()]/g, '').split(/ AND | OR /)
    return !all.every((name) => COMPATIBLE.includes(name) || (name === 'LGPL-3.0-or-later' && REPLACEABLE.test(path)))
  })
  expect(doubtful.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})
