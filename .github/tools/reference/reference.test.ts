import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { programs } from './commands.ts'
import { referencePages } from './write-pages.ts'

test('the reference pages are up to date with the source', async () => {
  for (const { file, committed, text } of await referencePages())
    expect(committed, `${file} is stale: npm run generate`).toBe(text)
})

test('each help of both commands fits 80 columns', async () => {
  const helps = (await programs()).flatMap(helpsOf)
  expect(helps.length).toBeGreaterThan(20)
  for (const text of helps) expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
})

function helpsOf(command: Command): string[] {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 }).outputHelp()
  return [text, ...command.commands.flatMap(helpsOf)]
}
