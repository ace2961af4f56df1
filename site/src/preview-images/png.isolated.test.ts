import { expect, test, vi } from 'vitest'
import { renderPng } from './png.ts'

const reading = vi.hoisted(() => ({ fails: true }))

/** Mocks file reads, so that they can fail as if too many files were open. */
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original()
  const readFile = (async (file: string) => {
    if (reading.fails && file.endsWith('Geist-Bold.ttf')) throw new Error('EMFILE')
    return real.readFile(file)
  }) as typeof real.readFile
  return { ...real, readFile }
})

test('after a failure to read the fonts, the next picture is drawn', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>'
  await expect(renderPng(svg)).rejects.toThrow('EMFILE')
  reading.fails = false
  expect(
    Buffer.from(await renderPng(svg))
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})
