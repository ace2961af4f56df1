import { groupIntoSections } from '../../../site/src/history/comparable-histories.ts'
import { historyPoint } from '../../../site/src/history/testing.ts'
import { drawTrend } from '../../../site/src/history/trend-chart.ts'
import { inColorsOfText, LIGHT } from '../../../site/src/page-parts/charts/theme.ts'

/**
 * The medians, in ms, of twelve runs that rendered pages with the last twelve commits of mustache.js, on one machine with
 * two processors. From the seventh on, three of ten pages were rendered twice. In every second run, two other programs each
 * used 15% of a processor.
 */
const MEDIANS = [881, 920, 886, 902, 890, 923, 1139, 1143, 1133, 1151, 1117, 1128]

/** Draws the history of these runs, as the page of the project does, with a night between two runs. */
export async function drawHistory(): Promise<string> {
  const points = MEDIANS.map((median, night) =>
    historyPoint({
      runId: String(night),
      startedAt: new Date(Date.UTC(2026, 10, 1 + night, 2)).toISOString(),
      machine: 'AMD EPYC, 2 CPUs',
      definition: 'render',
      work: 'render',
      scenario: 'native',
      product: null,
      value: median * 1e6,
    }),
  )
  const panel = groupIntoSections(points)[0]?.panels[0]
  if (panel === undefined) throw new Error('The runs have no history.')
  const svg = inColorsOfText(await drawTrend(panel, panel.histories, 'history'), {
    ...LIGHT,
    'strong-rule': '#97a3a8',
    'load-line': '#c2401c',
  })
  // The marks are hidden from screen readers, which read the description.
  const plain = svg.replaceAll(/ (?:role="graphics-[^"]*"|aria-(?:roledescription|label)="[^"]*")/g, '')
  const framed = plain.replace('<g aria-hidden="true">', `<rect width="100%" height="100%" fill="${LIGHT.paper}"/>$&`)
  return `${framed.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" font-family="system-ui, sans-serif" ')}\n`
}
