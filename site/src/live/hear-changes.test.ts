import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { main } from '../command.ts'
import { importDocument } from '../store/import.ts'
import { exampleRun, temporaryRegistry, toBytes } from '../testing.ts'
import { hearChanges } from './hear-changes.ts'

test('what a command says of a run that was there is heard, once', async () => {
  const registry = temporaryRegistry()
  const { id } = importDocument(registry, toBytes(exampleRun()))
  // Long enough for a different modification time on any file system.
  await setTimeout(50)
  let heard = 0
  const hearing = hearChanges(
    registry,
    () => {
      heard += 1
    },
    20,
  )
  onTestFinished(() => clearInterval(hearing))
  await setTimeout(200)
  expect(heard).toBe(0)
  expect(await main(['withdraw', id, '--reason', 'wrong', '--registry', registry.directory])).toBe(0)
  await expect.poll(() => heard).toBe(1)
  await setTimeout(200)
  expect(heard).toBe(1)
})
