import { formatRatio } from '@plimsoll/schema/browser'
import type { MatchedRow } from '../src/editions/matched-rows.ts'
import { ColumnHeads, ScrollRegion } from './data-table.tsx'
import { TextWithCode } from './text.tsx'

interface Properties {
  /** The name of the previous edition. */
  previous: string
  /** Whether this site shows that edition. */
  isShown: boolean
  changes: string[]
  matched: MatchedRow[]
}

/** Shows the changes since the previous edition: a text, and the ratios of the rows that both editions have. */
export function EditionChanges({ previous, isShown, changes, matched }: Properties) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">Since {isShown ? <a href={previous}>{previous}</a> : previous}</h2>
      {changes.map((text) => (
        <p key={text}>
          <TextWithCode text={text} />
        </p>
      ))}
      {matched.length > 0 && (
        <ScrollRegion name={`Ratios in ${previous} and now`}>
          <table className="figures stacked edition since">
            <ColumnHeads columns={[['Then'], ['Now'], ['Ratio then', 'number'], ['Ratio now', 'number']]} />
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
        </ScrollRegion>
      )}
    </section>
  )
}
