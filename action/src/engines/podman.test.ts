import { expect, test } from 'vitest'
import { limitFlags } from './podman.ts'

const limits = (files: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             96365                96365                processes
Max open files            1024                 ${files}                files`

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)('where limits cannot be raised as far as podman wants, root asks for what there is', () => {
  expect(limitFlags(limits('20000'), 32768)).toEqual([
    '--ulimit',
    'nofile=20000:20000',
    '--ulimit',
    'nproc=32768:32768',
  ])
})

test('where they can, podman keeps its own defaults', () => {
  expect(limitFlags(limits('1048576'), 4194304)).toEqual([])
  expect(limitFlags('', Number.NaN)).toEqual([])
})
