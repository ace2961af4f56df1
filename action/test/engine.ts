import type { ContainerEngine } from '@plimsoll/workloads'
import { findEngines } from '../src/find-engines.ts'

/** Whether `npm run test:full` runs, with every engine and slow or rare cases. */
export const IS_FULL = process.env.PLIMSOLL_TEST === 'full'

/**
 * The engines that tests measure with: exactly one, Docker if available, so that the tests do not depend on what else
 * is installed; every engine of this machine in `npm run test:full`. Without an engine the list is empty, but under CI
 * that is an error: `npm test` sets one up first.
 */
export async function enginesForTest(): Promise<ContainerEngine[]> {
  const { engines, problems } = await findEngines()
  if (engines.length === 0) {
    const why = `no container engine is here (${problems.join(' ') || 'none installed'})`
    if (process.env.CI) throw new Error(why)
    console.warn(`Skipped: ${why}. \`npm test\` sets one up as root on Debian or Ubuntu.`)
  }
  if (IS_FULL) return engines
  return (engines.some(({ id }) => id === 'docker') ? engines.filter(({ id }) => id === 'docker') : engines).slice(0, 1)
}
