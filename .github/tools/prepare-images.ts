import { noteStream } from '@plimsoll/schema/node'
import { catalogImage, chooseEngines, listSuites } from '@plimsoll/workloads'
import type { RequestSelection } from '../../action/src/measure-request/request.ts'
import { showProgress } from '../../action/src/progress/progress.ts'

/**
 * Gets the packages and images that a run needs before the run, so that what they removed is long past at its first
 * sample. An image that cannot be made is left to the run, which says so.
 */
export async function prepareImages({ request, suite, workloads }: RequestSelection): Promise<void> {
  if (!Array.isArray(workloads)) return
  const progress = showProgress(noteStream())
  const say = (line: string) => progress.on({ type: 'say', line })
  try {
    const { chosen } = await chooseEngines(request.engines, request, say)
    const suites = [suite, ...listSuites().filter((entry) => entry.suite === suite.smaller)]
    for (const entry of suites.flatMap(({ benchmarks }) => benchmarks)) {
      const workload = workloads.find((one) => one.workload === entry.workload)
      const isNamed = request.workloads.length === 0 || request.workloads.includes(entry.workload)
      if (workload === undefined || !isNamed || !('target' in workload.image)) continue
      for (const engine of chosen) await catalogImage(workload, entry.params, engine, say, chosen).catch(() => {})
    }
  } finally {
    progress.end()
  }
}
