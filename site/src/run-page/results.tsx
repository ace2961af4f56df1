import {
  type ControlPair,
  chooseCenter,
  describeControl,
  describeRatioReason,
  describeWork,
  MIN_ROUNDS,
  type RunDocument,
  splitNotes,
} from '@plimsoll/schema'
import { DataTable } from '../../components/data-table.tsx'
import { isOfRate, RATE_RATIOS } from '../page-parts/native-ratio.ts'
import { TWO_GROUPS } from '../page-parts/two-groups.ts'
import { LeftOut, MAX_BENCHMARKS } from './left-out.tsx'
import type { Panel } from './panel.ts'
import { resultRow } from './result-row.tsx'
import { describeResult, type Line, NO_RATIO_OF_0, type ResultTexts } from './result-texts.ts'

interface Properties {
  /** The id of the run. */
  id: string
  document: RunDocument
  panels: Panel[]
  /** The control pairs of the run. */
  pairs: readonly ControlPair[]
}

/**
 * The table of all benchmarks except controls. If they have secondary metrics, a table of these metrics follows.
 */
export function Results({ id, document, panels, pairs }: Properties) {
  const shown = limitRows(panels)
  const [shownRows, allRows] = [countRows(shown), countRows(panels)]
  const explanation = explainFigures(document)
  const { reasons, checks } = describeRatios(shown, pairs)
  const primary = shown.map((panel) => ({ panel, groups: [primaryGroup(panel, checks.get(panel))] }))
  const others = shown.map((panel) => ({ panel, groups: otherGroups(panel) })).filter(({ groups }) => groups.length > 0)
  return (
    <>
      <Table name="Results by benchmark" panels={primary} />
      <p className="fine">{explanation}</p>
      {[...primary, ...others].some(hasTwoGroups) && <p className="fine">{TWO_GROUPS}</p>}
      {reasons.map((reason) => (
        <p key={reason} className="fine">
          {reason}
        </p>
      ))}
      {splitNotes(document.notes).information.map(({ text }) => (
        <p key={text} className="fine">
          {text}
        </p>
      ))}
      <LeftOut id={id} shown={shownRows} all={allRows} noun="benchmarks" />
      {others.length > 0 && (
        <details>
          <summary>Other metrics</summary>
          <Table name="Other metrics by benchmark" panels={others} />
        </details>
      )}
    </>
  )
}

/** The rows of one metric of a panel. */
interface Group {
  metric: string
  /** How the ratios of the group were checked, and which are better if they are of a rate; undefined if nothing says so. */
  remark: string | undefined
  lines: DescribedLine[]
}

type DescribedLine = Line & { texts: ResultTexts }

function primaryGroup(panel: Panel, check: string | undefined): Group {
  const { rows } = panel
  const lines = describeLines(
    panel,
    rows.map((row) => ({ row, summary: row.primary })),
  )
  const remarks = [check, describeRate(lines)].filter((text) => text !== undefined)
  return { metric: rows[0]?.primary.metric ?? '', remark: remarks.join('; ') || undefined, lines }
}

function otherGroups(panel: Panel): Group[] {
  const { rows } = panel
  const names = new Set(rows.flatMap(({ others }) => others.map(({ metric }) => metric)))
  const lines = describeLines(
    panel,
    rows.flatMap((row) => row.others.map((summary) => ({ row, summary }))),
  )
  return [...names].map((metric) => ({
    metric,
    remark: describeRate(lines.filter(({ summary }) => summary.metric === metric)),
    lines: lines.filter(({ summary }) => summary.metric === metric),
  }))
}

function describeLines(panel: Panel, lines: readonly Line[]): DescribedLine[] {
  return lines.map((line) => ({ ...line, texts: describeResult(line, panel) }))
}

/** Says which ratios of a rate are better, because most ratios are of times. Undefined for others and without ratios. */
function describeRate(lines: readonly Line[]): string | undefined {
  const isRate = lines.some(({ summary }) => summary.ratio?.value != null && isOfRate(summary))
  return isRate ? RATE_RATIOS : undefined
}

function explainFigures({ origin }: RunDocument): string {
  const median =
    'Each median is shown with a 95% interval from order statistics, which needs at least six samples. A bar shows the median. All figures exclude warm-ups and failed samples.'
  return origin.kind === 'transcribed'
    ? `${median} Each ratio is the quotient of the source’s medians, or of its means if it has no medians.`
    : `${median} Each ratio is estimated from the rounds that both benchmarks have (Hodges–Lehmann), with its exact 95% interval, so it need not equal the quotient of the medians.`
}

/**
 * Explains each status of a ratio without digits (`Too few rounds: A ratio needs …`), and says how the ratios of each
 * panel were checked, for panels with ratios and control pairs.
 */
function describeRatios(panels: Panel[], pairs: readonly ControlPair[]) {
  const summaries = panels.flatMap((panel) =>
    panel.rows.flatMap(({ primary, others }) => [primary, ...others].map((summary) => ({ ...summary, panel }))),
  )
  const few = Map.groupBy(
    summaries.filter(({ ratio }) => ratio?.status === 'too few rounds'),
    ({ ratio }) => ratio?.rounds ?? 0,
  )
  const reasons = summaries.flatMap(({ ratio, median }) => {
    if (ratio === null && median === 0) return [NO_RATIO_OF_0]
    if (ratio?.status === 'too few rounds' && few.size > 1) return [describeFewRounds(few)]
    const reason = ratio && describeRatioReason(ratio)
    return ratio && reason ? [`${ratio.status.charAt(0).toUpperCase()}${ratio.status.slice(1)}: ${reason}`] : []
  })
  const byWork = Map.groupBy(pairs, ({ workload }) => workload)
  const checks = panels.flatMap((panel): [Panel, string][] => {
    const [first] = panel.rows
    const isCompared = panel.rows.some(({ primary: { ratio } }) => (ratio?.value ?? ratio?.interval) != null)
    const own = first && isCompared ? byWork.get(describeWork(first.benchmark)) : undefined
    return own === undefined ? [] : [[panel, describeControl(own)]]
  })
  return { reasons: [...new Set(reasons)].slice(0, MAX_REASONS), checks: new Map(checks) }
}

/** Says which workloads have how many rounds, if they have different numbers, all of them too few. */
function describeFewRounds(few: Map<number, readonly { panel: Panel }[]>): string {
  const counts = [...few].toSorted(([a], [b]) => a - b)
  const texts = counts.map(([rounds, lines]) => {
    const titles = [...new Set(lines.map(({ panel }) => panel.title))]
    const more = titles.length - MAX_TITLES
    return `${rounds} for ${titles.slice(0, MAX_TITLES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
  return `Too few rounds: A ratio needs ${MIN_ROUNDS} rounds that both benchmarks have, but there are fewer: ${texts.join('; ')}.`
}

/** The maximum number of workloads that an explanation names for each number of rounds. */
const MAX_TITLES = 4

/** The maximum number of explanations below the table. */
const MAX_REASONS = 6

const COLUMNS = [
  ['Engine'],
  ['Scenario', 'beside'],
  ['Samples', 'number'],
  ['Median', 'number strong'],
  ['Min–max', 'number'],
  ['Ratio', 'number'],
] as const

function Table({ name, panels }: { name: string; panels: { panel: Panel; groups: Group[] }[] }) {
  return (
    <DataTable
      label={name}
      className="figures results"
      columns={COLUMNS}
      groups={panels.flatMap(({ panel, groups }) =>
        groups.map(({ metric, remark, lines }) => {
          const largest = lines.reduce((most, { summary }) => Math.max(most, chooseCenter(summary)?.value ?? 0), 0)
          return {
            title: `${panel.title}: ${metric}`,
            remark,
            rows: lines.map((line, at) => ({ key: String(at), ...resultRow(line, line.texts, largest) })),
          }
        }),
      )}
    />
  )
}

/** Whether the samples of a line of the table lie in two groups. */
function hasTwoGroups({ groups }: { groups: Group[] }): boolean {
  return groups.some(({ lines }) => lines.some(({ texts }) => texts.groups !== null))
}

function countRows(panels: Panel[]): number {
  return panels.reduce((sum, { rows }) => sum + rows.length, 0)
}

function limitRows(panels: Panel[]): Panel[] {
  let left = MAX_BENCHMARKS
  return panels.flatMap((panel) => {
    const rows = panel.rows.slice(0, left)
    left -= rows.length
    return rows.length === 0 ? [] : [{ ...panel, rows }]
  })
}
