import { expect, test } from 'vitest'
import { warmUpPages, warmUpReading } from './warm-up.ts'

test('threads warm up with a run that ships with the project', async () => {
  expect(warmUpReading).not.toThrow()
  await warmUpPages({ version: 1, stylesheet: 'site.0123456789ab.css', scripts: {}, baseUrl: null })
})
