import { expect, it } from 'vitest'
import { csvField } from './csv-field.ts'

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

it.each(['', ' ', '  ', '\u00a0', '\t'].flatMap((space) => SIGNS.map((sign) => `${space}${sign}1+1`)))(
  'the text %j is no formula',
  (text) => {
    expect(csvField(text)).toBe(`'${text}`)
  },
)

it.each(SIGNS)('a text with %j after a line feed is no formula', (sign) => {
  expect(csvField(`\n${sign}1+1`)).toBe(`"'\n${sign}1+1"`)
  expect(csvField(` \n ${sign}1+1`)).toBe(`"' \n ${sign}1+1"`)
})

it('a text that begins with a tab is no formula', () => {
  expect(csvField('\t1')).toBe(`'\t1`)
})

it('a number stays a number, also below 0, and a sign within a text stays', () => {
  expect([-1, -1.5, 0].map(csvField)).toEqual(['-1', '-1.5', '0'])
  expect(['1-1', ' a=1', 'a\n=1'].map(csvField)).toEqual(['1-1', ' a=1', '"a\n=1"'])
})

it('a field is no command for a terminal', () => {
  expect(['a\u001b[2Jb\u202ec\r=1', '\u009b1m'].map(csvField)).toEqual(['a\ufffd[2Jb\ufffdc\ufffd=1', '\ufffd1m'])
})

it('fields are quoted as in RFC 4180', () => {
  expect(['a,b', 'a"b', 'a\nb', null, true, '-1'].map(csvField)).toEqual([
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    '',
    'true',
    "'-1",
  ])
})
