import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextWithCode } from './text.tsx'

test('backticks enclose code; a single backtick, other Markdown and markup stay text', () => {
  const show = (text: string) => renderToStaticMarkup(createElement(TextWithCode, { text }))
  expect(show('`npm start` in a clone, then `a<b`.')).toBe(
    '<code>npm start</code> in a clone, then <code>a&lt;b</code>.',
  )
  expect(show('5` and **bold** [x](y)')).toBe('5` and **bold** [x](y)')
})
