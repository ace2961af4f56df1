// Adds a button to each text to copy. Without this script, the text can be selected.

for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy ${text.dataset.copy}`)
  const said = document.createElement('span')
  said.className = 'said'
  said.setAttribute('role', 'status')
  button.addEventListener('click', () => void copy(text, said))
  text.before(button, said)
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
