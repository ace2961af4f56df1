import { LENGTH, type PositionedChart, type PositionedMark, ROW } from '../charts/position.ts'
import { ResponsiveChart } from '../charts/responsive-chart.tsx'
import type { RowChart } from '../charts/row-chart.ts'
import { renderStatic } from '../page/render-static.ts'
import {
  axisTitleOf,
  type ChartSpec,
  describeDatum,
  hideScenarios,
  scenariosOf,
  toCsv,
  toRowChart,
  unfoldSpec,
} from './spec.ts'

/** The distance in pixels within which a mark counts as the one under the pointer. */
const REACH = 16

/**
 * Makes a chart that was drawn at build time interactive. The chart keeps its form: it shows the data of the mark under
 * the pointer, lets the reader hide scenarios, and saves what is shown as SVG, PNG or CSV. Rejects if the spec or the
 * code that draws cannot be loaded.
 */
export async function explore(figure: HTMLElement, address: string): Promise<void> {
  const [{ positionInBrowser, drawSvg }, published] = await Promise.all([import('./vega.ts'), loadSpec(address)])
  const spec = unfoldSpec(published)
  const plot = figure.querySelector<HTMLElement>('.plot')
  if (plot === null) throw new Error('This chart has no rows.')
  const hidden = new Set<string>()
  const form = plot.className
  const hasShortLabels = plot.classList.contains('short')
  const description = figure.querySelector('desc')?.textContent ?? ''
  const title = figure.querySelector('title')?.textContent ?? ''
  const panel = document.createElement('div')
  panel.className = 'explorer'
  panel.innerHTML = renderStatic(<Panel scenarios={scenariosOf(spec)} />)
  const container = panel.querySelector('.explored') as HTMLElement
  const tip = panel.querySelector('.tip') as HTMLElement
  let chart: RowChart
  let positioned: PositionedChart
  draw()
  plot.replaceWith(panel)
  panel.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.checked) hidden.delete(target.value)
    else hidden.add(target.value)
    draw()
  })
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) void save(target)
  })
  container.addEventListener('pointermove', showTip)
  container.addEventListener('pointerdown', showTip)
  container.addEventListener('pointerleave', hideTip)
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hideTip()
  })

  function draw(): void {
    chart = { ...toRowChart(hideScenarios(spec, hidden)), hasShortLabels }
    positioned = positionInBrowser(chart)
    const id = `${figure.id || 'chart'}-explored`
    container.innerHTML = renderStatic(<ResponsiveChart {...{ chart, positioned, id, title, description }} />)
    container.firstElementChild?.setAttribute('class', form)
  }

  function showTip({ clientX, clientY }: PointerEvent): void {
    const marks = container.querySelector('svg[role="img"]')?.getBoundingClientRect()
    const found = marks && markAt(positioned, chart.rows.length, marks, { x: clientX, y: clientY })
    tip.textContent = found ? describeDatum(found.datum, axisTitleOf(spec)) : ''
    tip.hidden = tip.textContent === ''
    const { left, top, width } = panel.getBoundingClientRect()
    // Keep the tooltip within the right edge of the chart.
    tip.style.left = `${Math.max(0, Math.min(clientX - left + 12, width - tip.offsetWidth))}px`
    tip.style.top = `${clientY - top + 18}px`
  }

  function hideTip(): void {
    tip.hidden = true
  }

  async function save({ value }: HTMLButtonElement): Promise<void> {
    const shown = hideScenarios(spec, hidden)
    const name =
      address
        .split('/')
        .at(-1)
        ?.replace(/\.vl\.json$/, '') ?? 'chart'
    if (value === 'csv') return saveFile(`${name}.csv`, new Blob([toCsv(shown)], { type: 'text/csv' }))
    const svg = await drawSvg(shown as Parameters<typeof drawSvg>[0])
    if (value === 'svg') saveFile(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))
    else saveFile(`${name}.png`, await toPng(svg))
  }
}

/** Returns the mark that is closest to a point of the screen and within reach; null if there is none. */
function markAt(
  { marks }: PositionedChart,
  rows: number,
  { left, top, width, height }: DOMRect,
  { x, y }: { x: number; y: number },
): PositionedMark | null {
  let [closest, reach]: [PositionedMark | null, number] = [null, REACH]
  for (const mark of Object.values(marks).flat()) {
    // A line is hit anywhere along it.
    const along = left + (width * clamp(((x - left) / width) * LENGTH, mark.x, mark.x2)) / LENGTH
    const distance = Math.hypot(x - along, y - top - (height * mark.y) / (rows * ROW))
    if (distance >= reach || describeDatum(mark.datum, '') === '') continue
    ;[closest, reach] = [mark, distance]
  }
  return closest
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to))
}

function Panel({ scenarios }: { scenarios: string[] }) {
  return (
    <>
      <div className="explorer-tools">
        {scenarios.length > 1 && (
          <fieldset>
            <legend>Show</legend>
            {scenarios.map((scenario) => (
              <label key={scenario}>
                <input type="checkbox" value={scenario} checked readOnly /> {scenario}
              </label>
            ))}
          </fieldset>
        )}
        <p>
          Save what is shown:{' '}
          {['SVG', 'PNG', 'CSV'].map((format) => (
            <button key={format} type="button" className="explore" value={format.toLowerCase()}>
              {format}
            </button>
          ))}
        </p>
      </div>
      <div className="explored" />
      <p className="tip" hidden />
    </>
  )
}

/** Loads the published spec of a chart. Rejects if that fails. */
export async function loadSpec(address: string): Promise<ChartSpec> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The chart could not be loaded (HTTP status ${answer.status}).`)
  return (await answer.json()) as ChartSpec
}

/** Saves a file on the reader's computer, as a link with `download` does. */
function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The number of pixels of a picture for each pixel of the chart. */
const SCALE = 2

/** Draws an SVG file as a PNG file. Rejects if the browser cannot draw it. */
async function toPng(svg: string): Promise<Blob> {
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SCALE * picture.naturalWidth
  canvas.height = SCALE * picture.naturalHeight
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture is too large.')) : resolve(blob)))
  })
}
