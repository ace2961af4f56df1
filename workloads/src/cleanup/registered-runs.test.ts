import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { activeRuns, killedRuns, registerRun } from './registered-runs.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  vi.stubEnv('HOME', home)
})

const notes = () => readdirSync(join(home, '.plimsoll/runs'))

test('a run is recorded with its images and its journal until its cleanup is complete', () => {
  const note = registerRun('aaaaaaaaaa', ['/place/aaaaaaaaaa'], ['docker'], null)
  note.addImage({ engine: 'docker', name: 'plimsoll/own:1' })
  note.addJournal('/place/journal')
  expect(activeRuns()).toMatchObject([
    {
      ...{ run: 'aaaaaaaaaa', pid: process.pid, journal: '/place/journal' },
      images: [{ engine: 'docker', name: 'plimsoll/own:1' }],
    },
  ])
  expect(killedRuns()).toEqual([])
  note.forget()
  expect(notes()).toEqual([])
})

test('a note of this process number from before this process began is of a dead run', () => {
  registerRun('aaaaaaaaaa', [], [], null)
  const file = join(home, '.plimsoll/runs/aaaaaaaaaa.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), start: 'another' }))
  expect(activeRuns()).toEqual([])
  expect(killedRuns().map(({ run }) => run)).toEqual(['aaaaaaaaaa'])
})

test('a note that cannot be read is of a dead run', () => {
  registerRun('aaaaaaaaaa', [], [], null)
  writeFileSync(join(home, '.plimsoll/runs/aaaaaaaaaa.json'), '{"pid":')
  writeFileSync(join(home, '.plimsoll/runs/aaaaaaaaaa.json.new'), '')
  const [dead] = killedRuns()
  expect(dead).toMatchObject({ run: 'aaaaaaaaaa', directories: [] })
  dead?.forget()
  expect(notes()).toEqual([])
})
