import { inflateSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { LIGHT } from '../charts/theme.ts'
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

test('a picture of more colours than the palette is drawn in the colours of the palette', async () => {
  const rainbow = ['red', 'yellow', 'lime', 'cyan', 'blue', 'magenta', 'black'].map(
    (color, at) => `<stop offset="${at / 6}" stop-color="${color}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><defs><linearGradient id="a" x2="1" y2="1">${rainbow.join('')}</linearGradient><linearGradient id="b" x1="1" x2="0" y2="1"><stop offset="0" stop-color="white"/><stop offset="1" stop-opacity="0"/></linearGradient></defs><rect width="600" height="300" fill="url(#a)"/><rect width="600" height="300" fill="url(#b)"/></svg>`
  const png = Buffer.from(await renderPng(svg))
  const palette = png.indexOf('PLTE')
  expect(png.readUInt32BE(palette - 4)).toBe(3 * 10)
})

test('the colours of charts stay what they are, and others become the nearest', async () => {
  const colors = [LIGHT.paper, LIGHT.ink, LIGHT.bind, LIGHT.volume, '#c0401e', '#ffffff', '#000000']
  const rects = colors.map((color, x) => `<rect x="${x}" width="1" height="1" fill="${color}"/>`)
  const png = Buffer.from(
    await renderPng(`<svg xmlns="http://www.w3.org/2000/svg" width="7" height="1">${rects.join('')}</svg>`),
  )
  const [palette, data] = [png.indexOf('PLTE') + 4, png.indexOf('IDAT') + 4]
  const [, ...halves] = inflateSync(png.subarray(data, data + png.readUInt32BE(data - 8)))
  const drawn = halves.flatMap((byte) => [byte >> 4, byte & 15]).slice(0, colors.length)
  const hexOf = (index: number) => `#${png.toString('hex', palette + 3 * index, palette + 3 * index + 3)}`
  expect(drawn.map(hexOf)).toEqual([...colors.slice(0, 4), LIGHT.bind, LIGHT.paper, LIGHT.ink])
})
