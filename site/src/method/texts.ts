import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Html, html } from '../html.ts'
import { blocksOf, renderBlock, sectionOf } from './markdown.ts'

/** What the project's own README files say of the method, as HTML: it is written there, and nowhere a second time. */
export interface MethodTexts {
  /** What makes a number true. */
  measuring: Html
  deciding: Html
  /** How often the verdict is wrong, by simulation and on recorded times. */
  simulated: Html
  /** Checks of known truth, whose table is made from their outcomes. */
  known: Html
  places: Html
}

/** Reads them. @param repository its directory */
export function readMethod(repository: string): MethodTexts {
  const readme = readFileSync(path.join(repository, 'README.md'), 'utf8')
  const schema = readFileSync(path.join(repository, 'schema', 'README.md'), 'utf8')
  const rates = blocksOf(sectionOf(schema, 'How often it is wrong'))
  const real = rates.findIndex((block) => block.includes('simulate --real'))
  return {
    measuring: render(blocksOf(sectionOf(readme, 'What makes the number true'))),
    deciding: render(blocksOf(sectionOf(schema, 'How samples become a verdict'))),
    simulated: render(rates.slice(0, real)),
    known: render(rates.slice(real).filter((block) => !block.startsWith('|'))),
    places: render(blocksOf(sectionOf(schema, 'Why fresh places'))),
  }
}

function render(blocks: string[]): Html {
  return html`${blocks.map((block) => renderBlock(block, addressOf))}`
}

/** Headings of a README are sections of the page under other names; files of the repository are not in a registry. */
function addressOf(link: string): string | null {
  if (link === '#why-fresh-places') return '#places'
  if (link.endsWith('run.v1.schema.json')) return 'schema/run/v1.json'
  return /^https:/.test(link) ? link : null
}
