/** An invisible character. It splits text that GitHub would otherwise link. */
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * The positions before which text would become a link, a mention or an emoji. They are after the `@` of a name or an
 * e-mail address, after the scheme of an address, after `www`, after the `#` of an issue, and after the hyphen of
 * `GH-1` or of a key of another tracker, which a project may link.
 */
const LINKING = /@|:(?=\/\/|(?!\d\d?:)[\w+-]+:)|[Ww]{3}(?=\.)|#(?=\d)|(?<=[A-Z]|[Gg][Hh])-(?=\d)|[Gg][Hh][Ss][Aa](?=-)/g

/**
 * Text that looks like a commit: GitHub links 7 to 40 hexadecimal digits if such a commit exists. A plain decimal
 * number does not match and stays unchanged, so that a reader can copy it.
 */
const COMMIT = /(?<![0-9a-z])(?!\d{1,39}(?![0-9a-z]))[0-9a-f]{7,40}(?![0-9a-z])/gi

/**
 * Escape untrusted text of a document: nothing in the text may become markup, a mention or a link. Backslashes escape
 * Markdown. Backslashes prevent neither the autolinks of GFM (https://github.github.com/gfm/#autolinks-extension-) nor
 * the links that GitHub makes in the rendered text, so a zero-width space prevents those links. A span around the
 * dollar sign prevents formulas, as GitHub's documentation recommends.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .trimStart()
    .replaceAll(COMMIT, (digits) => digits.replaceAll(/.{6}(?=.)/g, `$&${ZERO_WIDTH_SPACE}`))
    .replaceAll(LINKING, `$&${ZERO_WIDTH_SPACE}`)
    .replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&')
    .replace(/^\d+(?=\.(?:\s|$))/, '$&\\')
    .replaceAll('&', '&amp;')
    .replaceAll('$', '<span>$$</span>')
}
