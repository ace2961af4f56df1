import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SERVER_VARIABLE } from './server-memory.ts'
import { temporaryDirectory } from './testing.ts'

test('a build begins its work when the server has freed the memory, says when it ends, and then exits', async () => {
  const { child, output } = startBuild({ [SERVER_VARIABLE]: '1' })
  expect(await once(child, 'message')).toEqual([{ isNeeded: true }, undefined])
  await setTimeout(100)
  expect(output()).toBe('')
  child.send('freed')
  expect(await once(child, 'message')).toEqual([{ isNeeded: false }, undefined])
  expect(await once(child, 'close')).toEqual([0, null])
  expect(output()).toBe('worked\n')
})

test('a build whose server ends, and one that no server started, do their work at once', async () => {
  const orphan = startBuild({ [SERVER_VARIABLE]: '1' })
  await once(orphan.child, 'message')
  orphan.child.disconnect()
  const alone = startBuild({})
  for (const { output } of [orphan, alone]) await expect.poll(output).toBe('worked\n')
})

function startBuild(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const script = path.join(temporaryDirectory(), 'build.ts')
  const module = JSON.stringify(path.join(import.meta.dirname, 'server-memory.ts'))
  writeFileSync(
    script,
    `import { withServerMemory } from ${module}\nawait withServerMemory(async () => console.log('worked'))\n`,
  )
  const child = fork(script, { env: { ...process.env, ...env }, execArgv: [], silent: true })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk
  })
  return { child, output: () => text }
}
