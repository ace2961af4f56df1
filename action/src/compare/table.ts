import { styleText } from 'node:util'
import { NOT_A_VERDICT } from '@plimsoll/schema/compare'
import type { Section } from '../report/section.ts'
import { renderSection } from '../report/table.ts'
import type { RunPair } from './compare.ts'
import { benchmarksSection, differencesSection, headLine, notesOf, warningsOf } from './sections.ts'

/** For a terminal; coloured only where standard output is one (styleText checks that). */
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

/** A section without column headings where it has no rows. */
function headed(section: Section): Section {
  return section.rows.length > 0 ? section : { ...section, heading: [] }
}
