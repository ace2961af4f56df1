import { type ContainerEngine, findEngines } from '@plimsoll/workloads'

/** Whether the tests run as `npm run test:full`, with every engine and with slow or rare cases. */
export const IS_FULL = process.env.PLIMSOLL_TEST === 'full'

/**
 * The engines that tests measure with. In `npm test` it is exactly one, Docker if available, so that the tests do not
 * depend on other installed engines. In `npm run test:full` it is every engine of this machine. Without an engine the
 * list is empty. Under CI, a missing engine is an error, because `npm test` sets one up first.
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
