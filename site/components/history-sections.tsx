import type { HistoryView, PanelView, SingleRunView } from '../src/history/history-view.ts'
import { RATE_RATIOS } from '../src/page/native-ratio.ts'
import { plural } from '../src/page/titles.ts'
import { ColumnHeads } from './column-heads.tsx'
import { ErratumLink } from './erratum-article.tsx'
import { GeneratedMark } from './generated-mark.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { HistorySummary } from './history-summary.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import type { Root } from './site-frame.tsx'
import { UnbrokenNames } from './unbroken-names.tsx'
import { WorkloadName } from './workload-name.tsx'

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
          {section.engine !== null && <p>Every history below is of {section.engine}.</p>}
          <HistorySummary section={section} root={root} />
          <Panels panels={section.changed} origin={section.origin} root={root} />
          {section.steady.length > 0 && (
            <details>
              <summary>
                {plural(section.steady.length, 'chart')} {section.steadyTitle}
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
          {plural(replaced, 'figure')} that the source replaced by newer data {replaced === 1 ? 'is' : 'are'} not shown.
          The <a href={`${root}editions`}>edition</a> of the source has both versions.
        </p>
      )}
      {sections.length === 0 && single.length === 0 && <p>No history yet: there is no run of an unmodified suite.</p>}
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
      <ScrollRegion name="Benchmarks that were measured once">
        <table className="figures stacked singles">
          <ColumnHeads
            columns={[
              ['Workload', 'stick'],
              ['Scenario', 'place'],
              ['Engine', 'whole'],
              ['Median', 'number', 'or mean'],
              ['Ratio', 'number', 'in its run'],
              ['Run', 'number'],
            ]}
          />
          {groups.map(([machine, rows]) => (
            <tbody key={machine}>
              <tr className="group">
                <th colSpan={6} scope="rowgroup">
                  <span>{machine}</span>
                </th>
              </tr>
              {rows.map(({ work, scenario, engine, versions, value, ratio, run, day, origin, erratum }) => (
                <tr key={`${work} ${scenario} ${engine} ${run}`}>
                  <th scope="row" className="stick">
                    <WorkloadName work={work} /> <ErratumLink erratum={erratum} root={root} />
                  </th>
                  <td className="place">{scenario}</td>
                  <td className="whole">
                    <span className="name">{engine}</span>
                    <small>{versions}</small>
                  </td>
                  <td className="number strong">{value}</td>
                  <td className="number">{ratio ?? '–'}</td>
                  <td className="number">
                    <a href={`${root}runs/${run}`}>{day}</a> <GeneratedMark origin={origin} />
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollRegion>
      {rates.length > 0 && (
        <p className="fine">
          Ratio of a rate ({rates.join(', ')}): {RATE_RATIOS}.
        </p>
      )}
    </>
  )
}
