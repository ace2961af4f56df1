import { print, printNote } from '@plimsoll/schema/node'
import { EXIT } from '../errors.ts'
import { withProgress } from '../progress.ts'
import { refreshTrust } from '../provenance/trust.ts'
import { buildSite } from '../site-build/build-site.ts'
import { chooseSiteDirectory } from '../site-build/target.ts'
import { listBundles } from '../store/documents.ts'
import { openExistingOrEmpty } from '../store/open-registry.ts'
import { describeOldRoot, reportFaults } from './report-faults.ts'

/** `plimsoll-registry build`. Prints the directory of the site, and the invalid files that it omits. */
export async function runBuild(options: { registry?: string; out?: string; baseUrl?: string }): Promise<number> {
  const registry = openExistingOrEmpty(options.registry)
  const out = chooseSiteDirectory(registry, options.out)
  if (listBundles(registry).length > 0) {
    const failure = await refreshTrust(registry)
    if (failure !== null) printNote(describeOldRoot(failure))
  }
  const faults = await withProgress((say) => buildSite(registry, out, say, options.baseUrl ?? null))
  print(out)
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}
