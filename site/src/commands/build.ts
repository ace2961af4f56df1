import path from 'node:path'
import { buildSite } from '../build/build-site.ts'
import { EXIT } from '../errors.ts'
import { openRegistry } from '../store/registry.ts'

/** `plimsoll-registry build`. Prints where the site is. */
export async function runBuild(options: { registry?: string; out: string }): Promise<number> {
  const out = path.resolve(options.out)
  await buildSite(openRegistry(options.registry), out, (step) => console.error(`building the site: ${step}`))
  console.log(out)
  return EXIT.done
}
