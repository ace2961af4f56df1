import { counted } from '@plimsoll/schema/browser'
import { MIN_FOR_CHANGE } from '@plimsoll/schema/statistics'
import type { ReactNode } from 'react'
import type { HistoryView, PanelView, SectionView, SingleRunView } from '../src/history/history-view.ts'
import type { SummaryRow } from '../src/history/summary-rows.ts'
import { RATE_RATIOS } from '../src/page-parts/native-ratio.ts'
import { TWO_GROUPS } from '../src/page-parts/two-groups.ts'
import { type Column, DataTable } from './data-table.tsx'
import { ErratumLink } from './erratum-article.tsx'
import { HistoryPanel } from './history-panel.tsx'
import type { Root } from './site-frame.tsx'
import { GeneratedMark, UnbrokenNames, WorkloadName } from './text.tsx'

interface Properties {
  view: HistoryView
  root: Root
  /** The address of the list of all runs of this page. */
  list: string
}

/** Longer tables of benchmarks that were measured once are folded below histories, because they fill several screens. */
const MAX_OPEN = 12

/** Shows benchmarks with several runs, by machine and suite, followed by benchmarks that were measured once. */
export function History({ view: { sections, single, replaced, omitted, truncated }, root, list }: Properties) {
  const isFolded = sections.length > 0 && single.length > MAX_OPEN
  return (
    <>
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id}>
          <h2 id={section.id}>
            <UnbrokenNames text={section.title} /> <GeneratedMark origin={section.origin} />
          </h2>
          {section.origin === 'generated' && (
            <p>A program made up the figures of these runs, for example to try out a registry.</p>
          )}
          {section.differs.length > 0 && (
            <p>
              Another class of machine, so these runs are not compared with those above. It differs in{' '}
              {section.differs.join('; ')}.
            </p>
          )}
          {section.engine !== null && (
            <p>Every history below is of {section.engine === 'host' ? 'the host' : section.engine}.</p>
          )}
          <HistorySummary section={section} root={root} />
          <Panels panels={section.changed} origin={section.origin} root={root} />
          {section.steady.length > 0 && (
            <details>
              <summary>
                {counted(section.steady.length, 'chart')} {section.steadyTitle}
              </summary>
              <Panels panels={section.steady} origin={section.origin} root={root} />
            </details>
          )}
          {section.undrawn > 0 && (
            <p>
              {section.undrawn} of {section.changed.length + section.steady.length + section.undrawn} charts{' '}
              {section.undrawn === 1 ? 'is' : 'are'} not shown. The table above has every history.
            </p>
          )}
        </section>
      ))}
      {single.length > 0 && (
        <section aria-labelledby="once">
          <h2 id="once">Measured once</h2>
          <p>
            These benchmarks have no history. A history needs at least two runs with the same configuration on the same
            class of machine. Results that were copied from other publications never have a history;{' '}
            <a href={`${root}editions`}>the editions</a> compare them.
          </p>
          {isFolded ? (
            <details>
              <summary>The {single.length} benchmarks</summary>
              <SingleRunTable single={single} root={root} />
            </details>
          ) : (
            <SingleRunTable single={single} root={root} />
          )}
        </section>
      )}
      {replaced > 0 && (
        <p>
          {counted(replaced, 'figure')} that the source replaced by newer data {replaced === 1 ? 'is' : 'are'} not
          shown. The <a href={`${root}editions`}>edition</a> of the source has both versions.
        </p>
      )}
      {sections.length === 0 && single.length === 0 && <p>No history yet: there is no run that belongs to it.</p>}
      {omitted > 0 && (
        <p>
          {omitted} more {omitted === 1 ? 'entry is' : 'entries are'} not shown.{' '}
          <a href={list}>The list has every run</a>.
        </p>
      )}
      {truncated && (
        <p>
          Only the latest runs are shown. <a href={list}>The list has every run</a>.
        </p>
      )}
    </>
  )
}

function Panels({ panels, origin, root }: { panels: PanelView[]; origin: string; root: Root }) {
  if (panels.length === 0) return null
  return (
    <div className="trends">
      {panels.map((panel) => (
        <HistoryPanel key={panel.id} panel={panel} origin={origin} root={root} />
      ))}
    </div>
  )
}

function SingleRunTable({ single, root }: { single: SingleRunView[]; root: Root }) {
  const groups = [...Map.groupBy(single, ({ machine }) => machine)]
  const rates = [...new Set(single.filter(({ isRate }) => isRate).map(({ work }) => work))]
  return (
    <>
      <DataTable
        label="Benchmarks that were measured once"
        columns={[
          ['Workload'],
          ['Scenario', 'beside'],
          ['Engine'],
          ['Median', 'number strong', 'or mean'],
          ['Ratio', 'number', 'in its run'],
          ['Run', 'number'],
        ]}
        groups={groups.map(([machine, rows]) => ({
          title: machine,
          rows: rows.map(({ work, scenario, engine, versions, value, ratio, run, day, origin, erratum }) => ({
            key: `${work} ${scenario} ${engine} ${run}`,
            fields: [
              <>
                <WorkloadName work={work} /> <ErratumLink erratum={erratum} root={root} />
              </>,
              scenario,
              <>
                <span className="name">{engine}</span>
                <small>{versions}</small>
              </>,
              value,
              ratio ?? '–',
              <>
                <a href={`${root}runs/${run}`}>{day}</a> <GeneratedMark origin={origin} />
              </>,
            ],
          })),
        }))}
      />
      {rates.length > 0 && (
        <p className="fine">
          Ratio of a rate ({rates.join(', ')}): {RATE_RATIOS}.
        </p>
      )}
    </>
  )
}

/** The summary of a section: one row per history, with the number of runs, the latest median and the change points. */
function HistorySummary({ section: { title, engine, origin, summary }, root }: { section: SectionView; root: Root }) {
  const hasSpread = summary.some(({ spread }) => spread !== null)
  const columns: SummaryColumn[] = [
    [['Workload'], (row) => <HistoryName row={row} origin={origin} />],
    [['Scenario', 'beside'], ({ scenario }) => scenario],
    [['Runs', 'number'], ({ runs }) => runs],
    [['Latest run', 'number strong', 'its median'], (row) => <LatestRun row={row} root={root} />],
  ]
  if (hasSpread) columns.push([['Spread', 'number', 'from run to run'], ({ spread }) => spread ?? '–'])
  if (summary.some(({ changes, lastRun }) => changes !== null || lastRun !== null))
    columns.push([['Changes found', 'wrap'], ({ changes, lastRun }) => listed(changes ?? 'too few runs', lastRun)])
  if (engine === null) columns.push([['Engine'], ({ engine }) => <span className="name">{engine}</span>])
  return (
    <div className="trend-summary">
      <DataTable
        label={`${title}: every history`}
        columns={columns.map(([column]) => column)}
        rows={summary.map((row) => ({
          key: `${row.work} ${row.differs} ${row.scenario} ${row.engine}`,
          fields: columns.map(([, fieldOf]) => fieldOf(row)),
        }))}
      />
      {summary.some(({ changes }) => changes === null) && <p className="fine">{TOO_FEW}</p>}
      {hasSpread && <p className="fine">{SPREAD}</p>}
      {summary.some(({ groups }) => groups !== null) && <p className="fine">{TWO_GROUPS}</p>}
    </div>
  )
}

const listed = (...texts: (string | null)[]) => texts.filter((text) => text !== null).join('; ')

type SummaryColumn = [column: Column, fieldOf: (row: SummaryRow) => ReactNode]

function HistoryName({ row: { panel, work, differs }, origin }: { row: SummaryRow; origin: string }) {
  const name = <WorkloadName work={work} />
  return (
    <>
      {panel === null ? name : <a href={`#${panel}`}>{name}</a>}
      {differs !== '' && <small>{differs}</small>} <GeneratedMark origin={origin} />
    </>
  )
}

function LatestRun({ row: { latest, value, groups }, root }: { row: SummaryRow; root: Root }) {
  return (
    <>
      <a href={`${root}runs/${latest}`}>{value}</a>
      {groups !== null && <small>{groups}</small>}
    </>
  )
}

/** What the column `Spread` is: `spreadOf` of comparable histories. */
const SPREAD =
  'Spread: the standard deviation of the runs’ medians in percent, estimated from the differences of neighbouring runs (von Neumann 1941), so that a change found does not count.'

const TOO_FEW = `Changes are searched for in histories of at least ${MIN_FOR_CHANGE} runs of the same work.`
