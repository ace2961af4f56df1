import { formatRatio } from '@plimsoll/schema/browser'
import type { MatchedRow } from '../src/editions/matched-rows.ts'
import { DataTable } from './data-table.tsx'
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
        <DataTable
          label={`Ratios in ${previous} and now`}
          columns={[
            ['Now', 'wrap'],
            ['Then', 'wrap'],
            ['Ratio now', 'number strong'],
            ['Ratio then', 'number'],
          ]}
          rows={matched.map(({ before, now, ratioBefore, ratioNow }) => ({
            key: `${before} ${now}`,
            fields: [now, before, formatRatio(ratioNow), formatRatio(ratioBefore)],
          }))}
        />
      )}
    </section>
  )
}
