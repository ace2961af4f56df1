import { formatRatio } from '@plimsoll/schema/browser'
import type { EditionHeadline } from '../src/editions/headlines.ts'

/** The figures of the home page's chart, each with a link to its edition. */
export function HeadlineTable({ lines }: { lines: EditionHeadline[] }) {
  return (
    <details>
      <summary>Show as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Platform</th>
            <th scope="col" className="number">
              Ratio<small>× native</small>
            </th>
            <th scope="col" className="number">
              Samples
            </th>
            <th scope="col">Edition</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, ratio, n, edition }) => (
            <tr key={`${label} ${edition}`}>
              <th scope="row">{label}</th>
              <td className="number strong">{formatRatio(ratio)}</td>
              <td className="number">{n === null ? '–' : n}</td>
              <td>
                <a href={`editions/${edition}`}>{edition}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
