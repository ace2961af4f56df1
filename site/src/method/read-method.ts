import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Html } from '../html.ts'
import { parseMarkdown, sectionOf, type Token } from '../markdown/parse.ts'
import { renderMarkdown } from '../markdown/render.ts'

/** The sections on method in the project's README files, as HTML, so that the site has no second copy of them. */
export interface MethodSections {
  /** The section on what makes the measurements accurate. */
  measuring: Html
  deciding: Html
  /** The section on how often the verdict is wrong, in simulations and on recorded times. */
  simulated: Html
  /** The section on checks with a known result. The page computes the table of these checks from their outcomes. */
  known: Html
  slots: Html
  /** The section on how often the ratios of a run are wrong, in simulations. */
  ratios: Html
  /** The section on how often one more run is predicted, in simulations. */
  predicted: Html
}

/** Reads the sections on method. @param repository the directory of the repository */
export function readMethod(repository: string): MethodSections {
  const readme = parseMarkdown(readFileSync(path.join(repository, 'README.md'), 'utf8'))
  const schema = parseMarkdown(readFileSync(path.join(repository, 'schema', 'README.md'), 'utf8'))
  const rates = sectionOf(schema, 'How often it is wrong')
  const real = rates.findIndex(({ raw }) => raw.includes('simulate --real'))
  return {
    measuring: render(sectionOf(readme, 'What makes the number true')),
    deciding: render(sectionOf(schema, 'How samples become a verdict')),
    simulated: render(rates.slice(0, real)),
    known: render(rates.slice(real).filter(({ type }) => type !== 'table')),
    slots: render(sectionOf(schema, 'Why fresh slots')),
    ratios: render(sectionOf(schema, 'How often the ratios of a run are wrong')),
    predicted: render(sectionOf(schema, 'How often one more run is predicted')),
  }
}

function render(tokens: Token[]): Html {
  return renderMarkdown(tokens, { addressOf })
}

/**
 * Returns the target of a link. Headings of a README become sections of the page with other anchors. Links to files of
 * the repository have no target, because these files are not part of a registry.
 */
function addressOf(link: string): string | null {
  if (link === '#why-fresh-slots') return '#slots'
  if (link.endsWith('run.v1.schema.json')) return 'schema/run/v1.json'
  return /^https:/.test(link) ? link : null
}
