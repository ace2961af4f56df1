import { print } from '@plimsoll/schema/node'
import { EXIT } from '../errors.ts'
import { withProgress } from '../progress.ts'
import { buildSite } from '../site-build/build-site.ts'
import { chooseSiteDirectory } from '../site-build/made-from.ts'
import { openExistingOrEmpty } from '../store/open-registry.ts'
import { type LogKeyOption, readLogKey } from './log-key.ts'
import { reportFaults } from './report-faults.ts'

/** `plimsoll-registry build`. Prints the directory of the site, and the invalid files that it omits. */
export async function runBuild(
  options: { registry?: string; out?: string; baseUrl?: string } & LogKeyOption,
): Promise<number> {
  const registry = openExistingOrEmpty(options.registry)
  const logKey = readLogKey(options)
  const out = chooseSiteDirectory(registry, options.out)
  const faults = await withProgress((say) => buildSite(registry, out, say, options.baseUrl ?? null, logKey))
  print(out)
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}
