import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { main } from './command.ts'
import { temporaryDirectory } from './testing.ts'

afterEach(() => void vi.restoreAllMocks())

/** Runs a command of the registry, and returns its exit code and what it wrote to stderr. */
async function command(...args: string[]): Promise<{ code: number; stderr: string }> {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  vi.spyOn(console, 'error').mockImplementation((text) => void written.push(String(text)))
  return { code: await main(args), stderr: written.join('') }
}

test.each(['--allow', '--deny'])('%s refuses a number, which could be an owner or a repository', async (option) => {
  for (const who of ['2001', 'owner-id:x', 'owner-id:0', 'repository-id:a/b', 'a/b/c']) {
    const { code, stderr } = await command('serve', option, who)
    expect([code, stderr]).toEqual([2, expect.stringContaining('owner-id:2002 or repository-id:1001')])
  }
})

test('withdraw --owner refuses a number, and a repository', async () => {
  const rest = ['--reason', 'forged', '--registry', temporaryDirectory()]
  for (const who of ['2001', 'repository-id:1001', 'example/project']) {
    const { code, stderr } = await command('withdraw', '--owner', who, ...rest)
    expect([code, stderr]).toEqual([2, expect.stringContaining('or the id: owner-id:2002')])
  }
  for (const who of ['example', 'owner-id:2001'])
    expect((await command('withdraw', '--owner', who, ...rest)).stderr).not.toContain('owner-id')
})

test('the command starts without the generated client of Prisma, which a fresh clone does not have', async () => {
  const site = path.join(import.meta.dirname, '..')
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context)
        if (resolved.url.includes('/site/generated/')) throw new Error(context.parentURL + ' needs ' + resolved.url)
        return resolved
      },
    })
    const { main } = await import('./src/command.ts')
    process.exitCode = await main(['--help'])`
  const args = ['--import', './bin/jsx.js', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: site })
  expect(stdout).toContain('Usage: plimsoll-registry')
})
