import type { LineView, PanelView, SectionView } from '../src/history/view.ts'
import type { Root } from '../src/page/shell.ts'
import { WorkName } from './work-name.tsx'

/** Every line of a section in a row: how often it was measured, its latest median, and where it changed. */
export function HistorySummary({ section: { title, panels }, root }: { section: SectionView; root: Root }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll course-summary" aria-label={`${title}: every line`} tabIndex={0}>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col" className="stick">
              Work
            </th>
            <th scope="col">Place</th>
            <th scope="col" className="number">
              Runs
            </th>
            <th scope="col" className="number">
              Latest<small>median</small>
            </th>
            <th scope="col">Changes found</th>
            <th scope="col">Engine</th>
          </tr>
        </thead>
        <tbody>
          {panels.flatMap((panel) =>
            panel.lines.map((line) => <Row key={`${panel.id} ${line.engine}`} panel={panel} line={line} root={root} />),
          )}
        </tbody>
      </table>
    </section>
  )
}

function Row({ panel: { id, work, scenario }, line, root }: { panel: PanelView; line: LineView; root: Root }) {
  const { engine, points, changes } = line
  const latest = points.at(-1)
  return (
    <tr>
      <th scope="row" className="stick">
        <a href={`#${id}`}>
          <WorkName work={work} />
        </a>
      </th>
      <td>{scenario}</td>
      <td className="number">{points.length}</td>
      <td className="number strong">
        <a href={`${root}runs/${latest?.run}`}>{latest?.value}</a>
      </td>
      <td className="wrap">
        {changes.length === 0 ? 'none' : changes.map(({ day, factor }) => `${factor} from ${day} on`).join(', ')}
      </td>
      <td>
        <span className="name">{engine}</span>
      </td>
    </tr>
  )
}
