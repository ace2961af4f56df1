import { expect, test } from 'vitest'
import { shortenSvg } from './shorten-svg.ts'

const DOT = 'd="M2.915,0A2.915,2.915,0,1,1,-2.915,0A2.915,2.915,0,1,1,2.915,0"'

test('dots become circles, marks with one style share it, and positions have one decimal', () => {
  const dot = (x: number, color: string) =>
    `<path transform="translate(${x},15.333333333333334)" ${DOT} fill="${color}" stroke-width="1.25" opacity="1"/>`
  expect(shortenSvg(`<g>${dot(-0.04, 'red')}${dot(220.91649887999998, 'red')}${dot(3, 'blue')}</g>`)).toBe(
    '<g><g fill="red" stroke-width="1.25"><circle cx="0" cy="15.3" r="2.9"/><circle cx="220.9" cy="15.3" r="2.9"/></g>' +
      '<circle cx="3" cy="15.3" r="2.9" fill="blue" stroke-width="1.25"/></g>',
  )
})

test('what draws nothing goes, and the font is named once', () => {
  const text = '<text font-family="Geist" transform="translate(1,2)" pointer-events="none">1.2345 d="1.2345"</text>'
  expect(
    shortenSvg(`<svg><g><path class="background" aria-hidden="true" d="M0,0h0v0h0Z"/>${text}${text}</g></svg>`),
  ).toBe(
    `<svg><g font-family="Geist">${'<text transform="translate(1,2)">1.2345 d="1.2345"</text>'.repeat(2)}</g></svg>`,
  )
})

test('translucent marks stay apart, because a translucent group would look different', () => {
  const marks = '<line transform="translate(0,0)" x2="0" y2="9" opacity="0.5"/>'.repeat(2)
  expect(shortenSvg(marks)).toBe(marks)
})
