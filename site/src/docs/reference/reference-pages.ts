import { actionPage } from './action.ts'
import { catalogPage } from './catalog.ts'
import { type CommandHelp, commandPage } from './command.ts'
import { documentPage } from './document.ts'
import { enginesPage } from './engines.ts'
import { listing } from './listing.ts'
import { workloadFilePage } from './workload-file.ts'

/**
 * Returns the reference pages as Markdown, by name. These pages are generated from the source and committed.
 * @param repository the directory of the repository
 * @param helps the result of `readHelps`
 */
export async function referencePages(repository: string, helps: CommandHelp[]): Promise<Map<string, string>> {
  const list = await listing(repository)
  return new Map([
    ['command', commandPage(repository, helps)],
    ['action', actionPage(repository)],
    ['document', documentPage(repository)],
    ['workload-file', workloadFilePage(repository)],
    ['catalog', catalogPage(list)],
    ['engines', enginesPage(list)],
  ])
}
