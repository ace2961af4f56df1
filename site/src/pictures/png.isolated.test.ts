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

test('a picture of more colours than a palette holds is drawn too', async () => {
  const rainbow = ['red', 'yellow', 'lime', 'cyan', 'blue', 'magenta', 'black'].map(
    (color, at) => `<stop offset="${at / 6}" stop-color="${color}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><defs><linearGradient id="a" x2="1" y2="1">${rainbow.join('')}</linearGradient><linearGradient id="b" x1="1" x2="0" y2="1"><stop offset="0" stop-color="white"/><stop offset="1" stop-opacity="0"/></linearGradient></defs><rect width="600" height="300" fill="url(#a)"/><rect width="600" height="300" fill="url(#b)"/></svg>`
  const png = Buffer.from(await renderPng(svg))
  const palette = png.indexOf('PLTE')
  expect(png.readUInt32BE(palette - 4)).toBe(3 * 256)
})
