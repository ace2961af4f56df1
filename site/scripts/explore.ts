import { explore } from '../src/explore/explore.tsx'

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
    const problem = figure.querySelector('.problem-of-chart') ?? document.createElement('p')
    problem.className = 'problem-of-chart fine'
    problem.setAttribute('role', 'alert')
    problem.textContent = 'This chart could not be loaded. Check your connection, then try again.'
    button.after(problem)
  }
}
