import { describeCounts } from '@plimsoll/schema'
import { checkReport } from './check.ts'
import { figureTexts, leadTexts, remarkTexts, verdictText } from './check-texts.ts'
import type { Layout, SectionRow } from './section.ts'

const COLOURS: Record<string, NonNullable<SectionRow['colour']>> = {
  slower: 'red',
  faster: 'green',
  inconclusive: 'yellow',
}

/**
 * One table with the verdicts of a check, which compares two variants. The figures of each variant are only in CSV and
 * JSON.
 */
export const checkLayout: Layout = {
  shows: (_, { primary }) => primary,
  sections(document) {
    const report = checkReport(document)
    if (report === null) return []
    return [
      {
        title: describeCounts(report),
        lead: leadTexts(report, document),
        heading: ['Benchmark', 'Verdict', 'Base', 'Head', 'Change', 'Interval', 'Rounds'],
        words: 2,
        rows: report.benchmarks.map((row) => ({
          fields: [row.name, verdictText(row, report.threshold), ...figureTexts(row, report.threshold)],
          bar: null,
          colour: COLOURS[row.verdict ?? ''] ?? 'dim',
        })),
        remarks: remarkTexts(report),
      },
    ]
  },
}
