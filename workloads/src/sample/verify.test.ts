import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  chmodSync(directory, 0o777)
})

/** The results for a user other than root, on host directories in which the container has counted some files. */
function disagreements(...cases: [directory: string, files: number][]): (string | null)[] {
  const script = `
    import { hostDisagrees } from ${JSON.stringify(new URL('./verify.ts', import.meta.url).href)}
    if (process.getuid() === 0) process.setuid(54321)
    const results = []
    for (const [directory, files] of JSON.parse(process.argv[1]))
      results.push(await hostDisagrees(directory, '/work', null, false, { counts: new Map([['/work', { files }]]) }))
    console.log(JSON.stringify(results))`
  const args = ['--input-type=module', '-e', script, JSON.stringify(cases)]
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout)
}

test('the host sees as many files as the container, unless the directory is not shared or not readable', () => {
  const [shared, locked] = [join(directory, 'shared'), join(directory, 'locked')]
  for (const one of [shared, locked]) mkdirSync(one, { mode: 0o755 })
  for (const name of ['a', 'b']) writeFileSync(join(shared, name), '')
  mkdirSync(join(locked, 'private'))
  writeFileSync(join(locked, 'private/a'), '')
  chmodSync(join(locked, 'private'), 0)
  try {
    expect(disagreements([shared, 2], [shared, 3], [locked, 1], [join(directory, 'gone'), 1])).toEqual([
      null,
      'the container wrote 3 files into the bind mount, but the host sees 2: the directory is not shared',
      null, // A directory that its owner alone may read does not make a good sample a failed one.
      expect.stringMatching(/^cannot count the files of the bind mount on the host: .*No such file/),
    ])
  } finally {
    chmodSync(join(locked, 'private'), 0o700)
  }
})
