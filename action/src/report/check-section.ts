import type { RunDocument } from '@plimsoll/schema'
import { checkReport } from './check.ts'
import { figureTexts, remarkTexts, variantsText, verdictText } from './check-texts.ts'
import { checkHeadline, headlineText } from './headline.ts'
import type { Section, SectionRow } from './report.ts'

const COLOURS: Record<string, NonNullable<SectionRow['colour']>> = {
  slower: 'red',
  faster: 'green',
  inconclusive: 'yellow',
}

/**
 * One table with the verdicts of a check, which compares two variants. The figures of each variant are only in CSV and
 * JSON. Empty for a plain run.
 */
export function checkSections(document: RunDocument): Section[] {
  const report = checkReport(document)
  if (report === null) return []
  const headline = checkHeadline(report)
  return [
    {
      title: headlineText(headline),
      lead: [headline.more, variantsText(document)].filter((text) => text !== null),
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
}
