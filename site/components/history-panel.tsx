import type { ChangePointView, PanelView, TrendView } from '../src/history/history-view.ts'
import { choosePointSymbol } from '../src/history/trend-chart.ts'
import { trusted } from '../src/html.ts'
import { shorten } from '../src/page-parts/charts/row-chart.ts'
import { DataTable } from './data-table.tsx'
import type { Root } from './site-frame.tsx'
import { GeneratedMark } from './text.tsx'
import { TrustedHtml } from './trusted-html.tsx'

/** The number of characters of a workload's name that fit a caption. */
const MAX_NAME_LENGTH = 80

/**
 * The history of one benchmark: its chart, its change points, and a table of all points.
 * @param origin the origin of the runs
 */
export function HistoryPanel({ panel, origin, root }: { panel: PanelView; origin: string; root: Root }) {
  const { id, work, scenario, metric, direction, drawing, histories } = panel
  return (
    <figure className="trend" id={id}>
      <figcaption>
        <strong title={work}>
          {shorten(work, MAX_NAME_LENGTH)} · {scenario}
        </strong>{' '}
        {metric}, {direction} <GeneratedMark origin={origin} />
      </figcaption>
      <TrustedHtml as="div" className="trend-chart" html={trusted(drawing)} />
      <ul className="trend-lines">
        {histories.map((history) => (
          <TrendItem key={history.engine} history={history} root={root} />
        ))}
      </ul>
      <details>
        <summary>Every run in a table</summary>
        <PointTable label={`${work}, ${scenario}`} id={id} histories={histories} root={root} />
      </details>
    </figure>
  )
}

function TrendItem({ history: { symbol, engine, changePoints, redefined }, root }: { history: TrendView; root: Root }) {
  return (
    <li>
      <PointSymbol index={symbol} />
      {engine}
      {changePoints.map((changePoint) => (
        <ChangePointNote key={changePoint.after} changePoint={changePoint} root={root} />
      ))}
      {redefined.map(({ day, before, after }) => (
        <p key={after}>
          Since <time dateTime={day}>{day}</time> the workload itself is another one: its file or its fixtures changed.
          So the runs <a href={`${root}runs/${before}`}>before</a> and <a href={`${root}runs/${after}`}>after</a> are
          not compared.
        </p>
      ))}
    </li>
  )
}

function ChangePointNote({
  changePoint: { day, commit, before, after, factor, p, differences },
  root,
}: {
  changePoint: ChangePointView
  root: Root
}) {
  return (
    <p className="change">
      <strong>
        Since <time dateTime={day}>{day}</time>
        {commit !== null && `, commit ${commit}`}: {factor} the previous median
      </strong>{' '}
      (p = {p}). The runs <a href={`${root}runs/${before}`}>before</a> and <a href={`${root}runs/${after}`}>after</a> (
      <a href={`${root}compare?a=${before}&b=${after}`}>compare</a>){' '}
      {differences.length === 0 ? 'have no recorded differences.' : `differ in: ${differences.join('; ')}.`}
    </p>
  )
}

function PointTable({ label, id, histories, root }: { label: string; id: string; histories: TrendView[]; root: Root }) {
  return (
    <DataTable
      id={`${id}-table`}
      label={`Every run of ${label}`}
      className="figures points"
      columns={[['Run'], ['Median', 'number'], ['Ratio', 'number', 'in its run'], ['n', 'number'], ['Versions']]}
      groups={histories.map(({ engine, points }) => ({
        title: histories.length > 1 ? engine : null,
        rows: points.toReversed().map(({ run, origin, when, commit, remarks, value, ratio, n, versions }) => ({
          key: run,
          fields: [
            <>
              <a href={`${root}runs/${run}`}>{when}</a> <GeneratedMark origin={origin} />
              {(commit !== null || remarks.length > 0) && (
                <small>{[commit, ...remarks].filter((text) => text !== null).join(', ')}</small>
              )}
            </>,
            value,
            ratio ?? '–',
            n ?? '–',
            versions,
          ],
        })),
      }))}
    />
  )
}

/** Shows the shape and colour that the points of a history have in the chart. */
function PointSymbol({ index }: { index: number }) {
  const { color, path } = choosePointSymbol(index)
  return (
    <svg className="sign" viewBox="-5 -5 10 10" width="10" height="10" aria-hidden="true">
      <path d={path} fill={color} />
    </svg>
  )
}
