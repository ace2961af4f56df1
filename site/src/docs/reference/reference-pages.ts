import { actionPage } from './action.ts'
import { catalogPage } from './catalog.ts'
import { commandPage } from './command.ts'
import { documentPage } from './document.ts'
import { enginesPage } from './engines.ts'
import { listing } from './listing.ts'
import { workloadFilePage } from './workload-file.ts'

/**
 * Returns the reference pages as Markdown, by name. These pages are generated from the source and committed.
 * @param repository the directory of the repository
 */
export async function referencePages(repository: string): Promise<Map<string, string>> {
  const list = await listing(repository)
  return new Map([
    ['command', await commandPage(repository)],
    ['action', actionPage(repository)],
    ['document', documentPage(repository)],
    ['workload-file', workloadFilePage(repository)],
    ['catalog', catalogPage(list)],
    ['engines', enginesPage(list)],
  ])
}
