import { createElement } from 'react'
import { expect, test } from 'vitest'
import { escapeHtml, html, trusted } from './html.ts'
import { renderStatic } from './page-parts/render-static.ts'

test('values in html are escaped, in content and in attributes', () => {
  const text = `"><script>alert('x')</script>&`
  expect(html`<a title="${text}">${text}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
  )
})

test('nested html, and lists of it, are not escaped again', () => {
  expect(html`<ul>${['a', '<'].map((item) => html`<li>${item}</li>`)}</ul>`.text).toBe(
    '<ul><li>a</li><li>&lt;</li></ul>',
  )
  expect(html`${trusted('<svg></svg>')}`.text).toBe('<svg></svg>')
})

test('null, undefined and false yield nothing, and zero yields 0', () => {
  expect(html`[${null}${undefined}${false}${0}]`.text).toBe('[0]')
})

test('invisible and direction-changing characters are replaced', () => {
  expect(escapeHtml('a\u202eb\u0000c\u200bd\ufeffe')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde')
  expect(escapeHtml('Ümläut 漢字 → ×\n\t')).toBe('Ümläut 漢字 → ×\n\t')
})

test('characters that XML cannot contain are replaced, so that pictures stay well-formed', () => {
  expect(escapeHtml('a\ufffeb\uffffc\ud800d\u0008e\u000cf')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf')
  expect(escapeHtml('\ufffc \ud83d\ude00')).toBe('\ufffc \ud83d\ude00')
  expect(renderStatic(createElement('svg', null, '\ufffe'))).toBe('<svg>\ufffd</svg>')
})

test('elements are rendered with the same replacements, in content and in attributes', () => {
  const text = 'a\u202eb\u200b<i>"'
  expect(renderStatic(createElement('a', { title: text }, text))).toBe(
    '<a title="a\ufffdb\ufffd&lt;i&gt;&quot;">a\ufffdb\ufffd&lt;i&gt;&quot;</a>',
  )
})
