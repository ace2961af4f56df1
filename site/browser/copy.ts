// Adds a button to each text to copy, and completes its addresses. Without this script, the text can be selected.

for (const text of document.querySelectorAll<HTMLElement>('[data-root]')) completeAddresses(text)

for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${text.dataset.copy}`)
  const said = document.createElement('span')
  said.className = 'said'
  said.setAttribute('role', 'status')
  button.addEventListener('click', () => void copy(text, said))
  // The button stays in reach while the text is folded.
  text.closest('.copyable')?.prepend(button, said)
}

/** Makes the addresses in an HTML text absolute. They are relative to the root of the site, not to this page. */
function completeAddresses(text: HTMLElement): void {
  const { root = '' } = text.dataset
  text.textContent = (text.textContent ?? '').replace(
    /\b(href|src|srcset)="(?=editions\/)([^"]*)"/g,
    (_, attribute, address) => `${attribute}="${new URL(root + address, location.href)}"`,
  )
}

/** Copies a text. If the browser refuses, as without HTTPS, selects it, so that a key copies it. */
async function copy(text: HTMLElement, said: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.textContent ?? '')
    said.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(text)
    said.textContent = 'Selected: press Ctrl+C or ⌘C'
  }
}
