import { styleText } from 'node:util'
import { NOT_A_VERDICT } from '@plimsoll/schema/compare'
import type { Section } from '../report/section.ts'
import { renderSection } from '../report/table.ts'
import { benchmarksSection, differencesSection, headLine, notesOf, type RunPair, warningsOf } from './sections.ts'

/**
 * A comparison of two runs for a terminal. It is coloured only if standard output is a terminal (styleText checks
 * that).
 */
export function compareTable(compared: RunPair): string {
  return [
    styleText('bold', NOT_A_VERDICT),
    [headLine('A', compared.a), headLine('B', compared.b)].join('\n'),
    ...warn(warningsOf(compared)),
    renderSection(headed(differencesSection(compared.comparison))),
    ...warn(notesOf(compared)),
    renderSection(headed(benchmarksSection(compared))),
  ].join('\n\n')
}

function warn(texts: string[]): string[] {
  return texts.length === 0 ? [] : [texts.map((text) => styleText('yellow', `! ${text}`)).join('\n')]
}

/** A section of a report. If the section has no rows, its column headings are removed. */
function headed(section: Section): Section {
  return section.rows.length > 0 ? section : { ...section, heading: [] }
}
