import type { ContainerEngine } from '@plimsoll/workloads'
import { findEngines } from '../src/find-engines.ts'

/**
 * The engines of this machine, for tests that need a real one. Under CI a machine without any is a failure: `npm test`
 * sets one up first.
 */
export async function enginesForTest(): Promise<ContainerEngine[]> {
  const { engines, problems } = await findEngines()
  if (engines.length === 0) {
    const why = `no container engine is here (${problems.join(' ') || 'none installed'})`
    if (process.env.CI) throw new Error(why)
    console.warn(`Skipped: ${why}. \`npm test\` sets one up as root on Debian or Ubuntu.`)
  }
  return engines
}
