import type { View } from 'vega'
import { html } from '../html.ts'
import { axisTitleOf, type ChartSpec, describeDatum, prepareSpec, scenariosOf } from './spec.ts'

/**
 * Replaces a chart that was drawn at build time by an interactive one. The interactive chart shows the data of the mark
 * under the pointer, and lets the reader hide scenarios. Rejects if the interactive chart or the code that draws it
 * cannot be loaded.
 */
export async function explore(figure: HTMLElement, address: string): Promise<void> {
  const [{ drawInteractive }, spec] = await Promise.all([import('./vega.ts'), loadSpec(address)])
  const hidden = new Set<string>()
  const panel = document.createElement('div')
  panel.className = 'explorer'
  panel.innerHTML =
    html`${filters(scenariosOf(spec))}<div class="explored" role="region" aria-label="Chart" tabindex="0"></div><p class="tip" hidden></p>`.text
  const container = panel.querySelector('.explored') as HTMLElement
  const tip = panel.querySelector('.tip') as HTMLElement
  let view: View | undefined
  panel.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.checked) hidden.delete(target.value)
    else hidden.add(target.value)
    drawn = drawn.then(draw)
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tip.hidden = true
  })
  let drawn = draw()
  await drawn
  figure.append(panel)
  figure.classList.add('is-explored')

  async function draw(): Promise<void> {
    view?.finalize()
    view = await drawInteractive(prepareSpec(spec, hidden), container, (datum, event) => {
      tip.textContent = datum === null ? '' : describeDatum(datum, axisTitleOf(spec))
      tip.hidden = tip.textContent === ''
      if (event === null) return
      const { left, top, width } = panel.getBoundingClientRect()
      // Keep the tooltip within the right edge of the chart.
      tip.style.left = `${Math.max(0, Math.min(event.clientX - left + 12, width - tip.offsetWidth))}px`
      tip.style.top = `${event.clientY - top + 18}px`
    })
  }
}

function filters(scenarios: string[]) {
  if (scenarios.length < 2) return null
  return html`<fieldset><legend>Show</legend>${scenarios.map((scenario) => html`<label><input type="checkbox" value="${scenario}" checked> ${scenario}</label>`)}</fieldset>`
}

async function loadSpec(address: string): Promise<ChartSpec> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The chart could not be loaded (HTTP status ${answer.status}).`)
  return (await answer.json()) as ChartSpec
}
