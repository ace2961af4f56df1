import path from 'node:path'
import { buildSite } from '../build/build-site.ts'
import { EXIT } from '../errors.ts'
import { openRegistry } from '../store/registry.ts'
import { reportFaults } from './faults.ts'

/** `plimsoll-registry build`. Prints where the site is, and which files are not in it because they are no documents. */
export async function runBuild(options: { registry?: string; out: string; baseUrl?: string }): Promise<number> {
  const out = path.resolve(options.out)
  const say = (step: string) => console.error(`building the site: ${step}`)
  const faults = await buildSite(openRegistry(options.registry), out, say, options.baseUrl ?? null)
  console.log(out)
  reportFaults(faults)
  return faults.length > 0 ? EXIT.checkFailed : EXIT.done
}
