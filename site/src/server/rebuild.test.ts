import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { main } from '../command.ts'
import { importDocument } from '../store/import.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { watchRegistry } from './rebuild.ts'

test('the watch notices a statement about an existing run once', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  // Wait long enough for a different modification time on any file system.
  await setTimeout(50)
  let changes = 0
  const watcher = watchRegistry(
    registry,
    () => {
      changes += 1
    },
    20,
  )
  onTestFinished(() => clearInterval(watcher))
  await setTimeout(200)
  expect(changes).toBe(0)
  expect(await main(['withdraw', id, '--reason', 'wrong', '--registry', registry.directory])).toBe(0)
  await expect.poll(() => changes).toBe(1)
  await setTimeout(200)
  expect(changes).toBe(1)
})
