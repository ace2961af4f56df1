import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeDirectory } from './remove-directory.ts'

test('a directory below a link to itself needs no removal', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  symlinkSync('loop', join(directory, 'loop'))
  await removeDirectory(join(directory, 'loop/slots/a'), [])
})

test.skipIf(process.getuid?.() !== 0)(
  "files of root's are removed by an image that runs as root, not by a project's own",
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
    chmodSync(directory, 0o755)
    mkdirSync(join(directory, 'of-root'))
    writeFileSync(join(directory, 'of-root/file'), '')
    const script = `
    import { removeDirectory } from ${JSON.stringify(new URL('./remove-directory.ts', import.meta.url).href)}
    process.setuid(54321)
    const users = { own: 'app', numbered: '1000:0', ours: 'root' }
    const engine = {
      architecture: 'x64',
      listLabelled: async () => Object.keys(users).map((id) => ({ kind: 'image', id, run: null })),
      imageConfig: async (id) => ({ user: users[id], environment: [] }),
      createVolume: async () => {},
      fillVolume: async () => {},
      run: async ({ image }) => console.log('run', image),
      remove: async () => {},
    }
    await removeDirectory(${JSON.stringify(directory)}, [engine]).catch(({ code }) => console.log(code))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    expect({ stdout, stderr }).toEqual({ stdout: 'run ours\nEACCES\n', stderr: '' })
  },
)
