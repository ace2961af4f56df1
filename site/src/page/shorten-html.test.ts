import { expect, test } from 'vitest'
import { shortenHtml } from './shorten-html.ts'

/** Shortens the content of a body. */
function shorten(content: string): string {
  return shortenHtml(`<body>${content}</body>`).slice('<body>'.length, -'</body>'.length)
}

test('quotes remain around a value only if it needs them', () => {
  expect(shorten('<p class="a b" id="c" hidden="">d</p>')).toBe('<p class="a b" id=c hidden>d</p>')
  expect(shorten('<i title="a=b"></i><i title="a&amp;b"></i>')).toBe('<i title="a=b"></i><i title="a&amp;b"></i>')
  expect(shorten('<i title="&quot;a&quot;"></i>')).toBe(`<i title='"a"'></i>`)
  expect(shorten('<i title="&quot;it&#x27;s&quot;"></i>')).toBe(`<i title="&quot;it's&quot;"></i>`)
})

test('an attribute whose value ends in an equals sign, an element without content and a shape with content stay whole', () => {
  const hostile = '<i title="x=">a &quot; b=&quot;c</i><a href="d">e</a>'
  expect(shorten(hostile)).toBe('<i title="x=">a " b="c</i><a href="d">e</a>')
  expect(shorten('<input id="a" type="text"/>')).toBe('<input id=a type="text"/>')
  expect(shorten('<path d="M0"><title>t</title></path>')).toBe('<path d=M0><title>t</title></path>')
  expect(shorten('<path d="M0"></path><path d="M0 0"></path>')).toBe('<path d=M0 /><path d="M0 0"/>')
})

test('the quotes of links remain, because programs search for them', () => {
  expect(shorten('<a id="a" href="b"></a><img src="c"/>')).toBe('<a id=a href="b"></a><img src="c"/>')
})

test('a value that looks like an attribute stays a value', () => {
  expect(shorten('<i title="x class=&quot;y&quot;">x class=&quot;y&quot;</i>')).toBe(
    `<i title='x class="y"'>x class="y"</i>`,
  )
})

test('texts keep the references that markup needs', () => {
  expect(shorten('<p>&lt;a title=&quot;b&quot;&gt; &amp;lt; &#x27;c&#x27;</p>')).toBe(
    `<p>&lt;a title="b"> &amp;lt; 'c'</p>`,
  )
})

test('an empty shape is closed by a slash that is not part of a value', () => {
  expect(shorten('<svg><use href="#a" x="1%"></use><path d="M0 0z"></path></svg>')).toBe(
    '<svg><use href="#a" x=1% /><path d="M0 0z"/></svg>',
  )
})

test('end tags are left out before tags that imply them, and remain before texts', () => {
  expect(shorten('<ul><li>a</li><li>b</li></ul>')).toBe('<ul><li>a<li>b</ul>')
  expect(shorten('<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>')).toBe(
    '<table><thead><tr><th>a<tbody><tr><td>b</table>',
  )
  expect(shorten('<dl><div><dt>a</dt><dd>b</dd></div></dl>')).toBe('<dl><div><dt>a<dd>b</div></dl>')
  expect(shorten('<div><p>a</p><p>b</p> c<p>d</p></div>')).toBe('<div><p>a<p>b</p> c<p>d</div>')
  expect(shorten('<p>a</p><picture></picture>')).toBe('<p>a</p><picture></picture>')
})

test('the head stays as it is', () => {
  const head = '<html lang="en"><head><meta charSet="utf-8"/><script src="a.js"></script></head>'
  expect(shortenHtml(`${head}<body class="a"></body></html>`)).toBe(`${head}<body class=a></body></html>`)
})
