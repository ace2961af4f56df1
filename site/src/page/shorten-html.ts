/**
 * Returns a page with the same elements, attributes and texts in fewer bytes, because a registry keeps the pages of all
 * its runs. It leaves out quotes, character references and end tags that HTML does not need. The head stays as it is, except
 * for its apostrophes: programs that read it may search it for patterns.
 * @param page a page as React renders it: attributes in double quotes, each element of the body closed, `<`, `>` and
 * quotes escaped in texts and attributes, and no script in the body
 */
export function shortenHtml(page: string): string {
  const body = page.indexOf('<body')
  const short = page
    .slice(body)
    .replace(OPTIONAL_ENDS, '')
    .replace(ATTRIBUTE, (_, name: string, value: string, end = '') => ` ${name}${shortValue(name, value, end)}${end}`)
    // Without quotes, a slash would be part of the value before it.
    .replace(EMPTY_SHAPE, (_, tag: string) => (tag.endsWith('"') ? `${tag}/>` : `${tag} />`))
    .replace(ESCAPED_TEXTS, (text) => unescapeQuotes(text).replaceAll('&gt;', '>'))
  return page.slice(0, body).replaceAll('&#x27;', "'") + short
}

/**
 * The end tags that HTML lets a page leave out before certain tags, except those before texts
 * (https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
 */
const OPTIONAL_ENDS = new RegExp(
  [
    /<\/li>(?=<li[ >]|<\/[ou]l>)/,
    /<\/dt>(?=<d[dt][ >])/,
    /<\/dd>(?=<d[dt][ >]|<\/(?:dl|div)>)/,
    /<\/t[dh]>(?=<t[dh][ >]|<\/tr>)/,
    /<\/tr>(?=<tr[ >]|<\/t(?:body|head)>)/,
    /<\/thead>(?=<tbody[ >])/,
    /<\/tbody>(?=<tbody[ >]|<\/table>)/,
    /<\/p>(?=<(?:article|aside|details|div|dl|figure|footer|h[1-6]|header|main|nav|ol|p|pre|section|table|ul)[ >])/,
    /<\/p>(?=<\/(?:article|aside|dd|details|div|figure|footer|header|li|main|section|td)>)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)
// No text has a quote at this point, so a quote is that of an attribute. The pattern takes each attribute whole: a search
// for `="` alone could begin inside a value that ends in `=`. The third group is the end of an element without content.
const ATTRIBUTE = / ([^\s"'<>/=]+)="([^"]*)"(\/>)?/g
const EMPTY_SHAPE = /(<(circle|path|rect|use)(?: [^<>]*)?)><\/\2>/g
const ESCAPED_TEXTS = />[^<]*&[^<]*/g

/** Returns `=` and a value, in quotes only if it needs them. Links keep theirs, because programs search for them. */
function shortValue(name: string, value: string, end: string): string {
  if (value === '') return ''
  if (/&(?:quot|#x27);/.test(value)) return `=${quote(value)}`
  const isLink = name === 'href' || name === 'src'
  return isLink || end !== '' || /[\s'`=<>&]/.test(value) ? `="${value}"` : `=${value}`
}

/** Puts a value in quotes, if possible in those that do not occur in it. */
function quote(value: string): string {
  if (!value.includes('&quot;') || value.includes('&#x27;')) return `"${value.replaceAll('&#x27;', "'")}"`
  return `'${unescapeQuotes(value)}'`
}

function unescapeQuotes(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
}
