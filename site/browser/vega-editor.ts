import { vegaEditorAddress } from '../src/page-parts/charts/vega-editor.ts'

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
    const answer = await fetch(link.href)
    if (!answer.ok) throw new Error(`HTTP status ${answer.status}`)
    link.href = vegaEditorAddress((await answer.json()) as object)
    link.dataset.vegaEditor = 'ready'
    link.click()
  } catch {
    showProblem(link)
  }
}

/** Says once, below a link, that its chart could not be loaded. */
function showProblem(link: HTMLAnchorElement): void {
  const problem = link.parentElement?.querySelector('[role=alert]') ?? document.createElement('p')
  problem.className = 'fine'
  problem.setAttribute('role', 'alert')
  problem.textContent = 'This chart could not be loaded. Check your connection, then try again.'
  link.after(problem)
}
