import { explore, loadSpec } from '../src/explore/explore.tsx'

// Adds a button to each chart whose spec can be loaded. A click on the button loads the code that draws the chart.

for (const figure of document.querySelectorAll<HTMLElement>('figure[data-spec]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'explore'
  button.textContent = 'Explore this chart'
  button.addEventListener('click', () => void open(figure, button))
  figure.querySelector('figcaption')?.after(button)
}

async function open(figure: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  button.textContent = 'Loading …'
  try {
    await explore(figure, figure.dataset.spec ?? '')
    button.remove()
  } catch {
    button.disabled = false
    button.textContent = 'Explore this chart'
    sayNotLoaded(button, figure)
  }
}

// A link to the Vega Editor leads to the spec of the chart until a click makes its address, which contains the spec. The
// words after it are for readers without this script.

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-vega-editor]')) {
  link.nextElementSibling?.remove()
  link.addEventListener('click', (event) => {
    if (link.dataset.vegaEditor === 'ready') return
    event.preventDefault()
    void openEditor(link)
  })
}

async function openEditor(link: HTMLAnchorElement): Promise<void> {
  try {
    const [{ vegaEditorAddress }, spec] = await Promise.all([
      import('../src/explore/vega-editor.ts'),
      loadSpec(link.href),
    ])
    link.href = vegaEditorAddress(spec)
    link.dataset.vegaEditor = 'ready'
    link.click()
  } catch {
    sayNotLoaded(link, link.parentElement as HTMLElement)
  }
}

/** Says once in a part of the page, below an element, that a chart could not be loaded. */
function sayNotLoaded(element: HTMLElement, part: HTMLElement): void {
  const problem = part.querySelector('.problem-of-chart') ?? document.createElement('p')
  problem.className = 'problem-of-chart fine'
  problem.setAttribute('role', 'alert')
  problem.textContent = 'This chart could not be loaded. Check your connection, then try again.'
  element.after(problem)
}
