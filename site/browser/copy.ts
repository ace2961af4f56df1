// Adds a button to each text to copy, and completes its addresses. Without this script, the text can be selected. Adds
// buttons below each table of figures, which copy it as Markdown or HTML.
import { type TableTexts, tableHtml, tableMarkdown } from './table-text.ts'

for (const text of document.querySelectorAll<HTMLElement>('[data-root]')) completeAddresses(text)

for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${text.dataset.copy}`)
  const said = document.createElement('span')
  said.className = 'said'
  said.setAttribute('role', 'status')
  button.addEventListener('click', () => void copy(text.textContent ?? '', text, said))
  // The button stays in reach while the text is folded.
  text.closest('.copyable')?.prepend(button, said)
}

for (const table of document.querySelectorAll<HTMLTableElement>('table.figures')) {
  const line = document.createElement('p')
  line.className = 'copy-table'
  const said = document.createElement('span')
  said.setAttribute('role', 'status')
  for (const [format, write] of [
    ['Markdown', tableMarkdown],
    ['HTML', tableHtml],
  ] as const) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = `Copy as ${format}`
    button.addEventListener('click', () => void copy(write(textsOf(table)), table, said))
    line.append(button)
  }
  line.append(said)
  table.closest('.scroll')?.after(line)
}

/** The texts of a table. A field of several columns leaves the others empty. Remarks are in brackets. */
function textsOf(table: HTMLTableElement): TableTexts {
  const textOf = (field: Element) => {
    const copied = field.cloneNode(true) as Element
    for (const link of copied.querySelectorAll('.permalink')) link.remove()
    for (const remark of copied.querySelectorAll('small, .flag'))
      remark.textContent = ` (${remark.textContent?.trim()})`
    return (copied.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  }
  const textsIn = (row: HTMLTableRowElement) =>
    [...row.querySelectorAll<HTMLTableCellElement>('th, td')].flatMap((field) => [
      textOf(field),
      ...Array(field.colSpan - 1).fill(''),
    ])
  const [head, ...rows] = [...table.rows].map(textsIn)
  const source = { title: document.title, address: location.origin + location.pathname }
  return { columns: head ?? [], rows, source }
}

/** Makes the addresses in an HTML text absolute. They are relative to the root of the site, not to this page. */
function completeAddresses(text: HTMLElement): void {
  const { root = '' } = text.dataset
  text.textContent = (text.textContent ?? '').replace(
    /\b(href|src|srcset)="(?=editions\/)([^"]*)"/g,
    (_, attribute, address) => `${attribute}="${new URL(root + address, location.href)}"`,
  )
}

/** Copies a text. If the browser refuses, as without HTTPS, selects its element, so that a key copies it. */
async function copy(text: string, element: HTMLElement, said: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    said.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(element)
    said.textContent = 'Selected: press Ctrl+C or ⌘C'
  }
}
