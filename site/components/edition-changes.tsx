import { formatRatio } from '@plimsoll/schema/browser'
import type { MatchedRow } from '../src/editions/matched-rows.ts'

interface Properties {
  /** The name of the previous edition. */
  previous: string
  changes: string[]
  matched: MatchedRow[]
}

/** Shows the changes since the previous edition: a text, and the ratios of the rows that both editions have. */
export function EditionChanges({ previous, changes, matched }: Properties) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">
        Since <a href={previous}>{previous}</a>
      </h2>
      {changes.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {matched.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="scroll" aria-label={`Ratios in ${previous} and now`} tabIndex={0}>
          <table className="figures stacked edition since">
            <thead>
              <tr>
                <th scope="col">Then</th>
                <th scope="col">Now</th>
                <th scope="col" className="number">
                  Ratio then
                </th>
                <th scope="col" className="number">
                  Ratio now
                </th>
              </tr>
            </thead>
            <tbody>
              {matched.map(({ before, now, ratioBefore, ratioNow }) => (
                <tr key={`${before} ${now}`} data-match="">
                  <td>{before}</td>
                  <th scope="row">{now}</th>
                  <td className="number">{formatRatio(ratioBefore)}</td>
                  <td className="number strong">{formatRatio(ratioNow)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
