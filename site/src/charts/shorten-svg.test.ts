import { expect, test } from 'vitest'
import { shortenSvg } from './shorten-svg.ts'

const DOT = 'd="M2.915,0A2.915,2.915,0,1,1,-2.915,0A2.915,2.915,0,1,1,2.915,0"'

test('dots become circles, marks with one style share it, and positions have one decimal', () => {
  const dot = (x: number, color: string) =>
    `<path transform="translate(${x},15.333333333333334)" ${DOT} fill="${color}" stroke-width="1.25" opacity="1"/>`
  expect(shortenSvg(`<g>${dot(-0.04, 'red')}${dot(220.91649887999998, 'red')}${dot(3, 'blue')}</g>`)).toBe(
    '<g fill="red" stroke-width="1.25"><circle cx="0" cy="15.3" r="2.9"/><circle cx="220.9" cy="15.3" r="2.9"/></g>' +
      '<circle cx="3" cy="15.3" r="2.9" fill="blue" stroke-width="1.25"/>',
  )
})

test('what draws nothing goes, and the font is named once', () => {
  const text =
    '<text text-anchor="start" transform="translate(1,2)" font-family="Geist" font-size="13px" pointer-events="none">1.2345 d="1.2345"</text>'
  expect(
    shortenSvg(`<svg><g><path class="background" aria-hidden="true" d="M0,0h0v0h0Z"/>${text}${text}</g></svg>`),
  ).toBe(
    `<svg><g font-family="Geist"><g font-size="13px">${'<text x="1" y="2">1.2345 d="1.2345"</text>'.repeat(2)}</g></g></svg>`,
  )
})

test('translucent marks stay apart, because a translucent group would look different', () => {
  const line = (style: string) => `<line transform="translate(3,0)" x2="0" y2="9" ${style}="0.5"/>`.repeat(2)
  expect(shortenSvg(line('opacity'))).toBe('<path d="M3,0v9" opacity="0.5"/>'.repeat(2))
  // One path with two lines would be as dark at their crossing as elsewhere.
  expect(shortenSvg(line('stroke-opacity'))).toBe(`<g stroke-opacity="0.5">${'<path d="M3,0v9"/>'.repeat(2)}</g>`)
})

test('lines of one style are one path, and a turned text stays so', () => {
  const line = (x: number, y: number) =>
    `<line transform="translate(${x},0)" x2="${x}" y2="${y}" stroke="red" stroke-width="2"/>`
  expect(shortenSvg(`<g class="mark-rule">${line(0, -136)}${line(112, 0)}${line(3, 4)}</g>`)).toBe(
    '<path d="M0,0v-136M112,0h112M3,0l3,4" stroke="red" stroke-width="2"/>',
  )
  const turned = '<text transform="translate(1,2) rotate(-90)" fill="red">a</text>'
  expect(shortenSvg(turned)).toBe(turned)
})

test('groups that only nest marks go, and those with an attribute stay', () => {
  const group = (attributes: string, content: string) => `<g${attributes}>${content}</g>`
  const dots = group(' class="mark-symbol" role="graphics-symbol"', group(' opacity="0.5"', group('', 'dots')))
  expect(shortenSvg(`${dots}<g class="mark-text role-mark"/>`)).toBe('<g opacity="0.5">dots</g>')
})
