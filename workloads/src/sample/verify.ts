import { join } from 'node:path'
import { hasParams, type Workload } from '../read-catalog/workload.ts'
import type { PlannedBenchmark } from '../run/plan-benchmarks.ts'
import { type AgentReport, inspectHostDirectory } from './agent.ts'

/**
 * Returns why a report is a failure. Null if it is not. An error of the command takes precedence over errors in later
 * checks, because the command may have caused these errors.
 */
export function agentFailure({ error, runs, prepared }: AgentReport): string | null {
  const last = runs.at(-1)
  if (!last) {
    const tail = prepared && (prepared.exit !== 0 || prepared.timedOut) ? `\n${prepared.tail.trim()}` : ''
    return `${error ?? 'the agent reported no run'}${tail}`
  }
  const tail = last.tail.trim() === '' ? 'it printed nothing' : last.tail.trim()
  if (last.timedOut) return `the command timed out\n${tail}`
  if (last.signal !== null) return `the command was killed by signal ${last.signal}\n${tail}`
  if (last.exit !== 0) return `the command ended with exit code ${last.exit}\n${tail}`
  return error && `${error}\n${tail}`
}

/**
 * Compares the number of files after the work with the expected number. The agent counts the files on the execution
 * target (host, VM or container).
 */
export function wrongCounts(
  workload: Workload,
  benchmark: PlannedBenchmark,
  target: string,
  report: AgentReport,
): string | null {
  for (const { params, directory, files, links } of workload.verify) {
    if (!hasParams(benchmark.params, params)) continue
    const found = report.counts.get(join(target, directory))
    if (found?.files !== files || found.links !== links) {
      return `expected ${files} files and ${links} links in ${directory}, found ${found?.files ?? 'no'} and ${found?.links ?? 'no'}\n${report.runs[0]?.tail.trim() ?? ''}`.trim()
    }
  }
  return null
}

/**
 * Verifies that the host sees the files that the container wrote to a bind mount. The hot directory (the workload's
 * busiest one) may be on a volume, where the host does not see it.
 */
export async function hostDisagrees(
  hostDirectory: string,
  target: string,
  hot: string | null,
  hotIsElsewhere: boolean,
  report: AgentReport,
): Promise<string | null> {
  const inside = report.counts.get(target)?.files ?? 0
  const elsewhere = hot && hotIsElsewhere ? (report.counts.get(join(target, hot))?.files ?? 0) : 0
  const seen = await inspectHostDirectory(hostDirectory)
  // Plimsoll made the directory accessible to all users. An unreadable directory therefore belongs to another user, who
  // created the directory through the container.
  if (seen.error?.endsWith(': Permission denied')) return null
  if (seen.error) return `cannot count the files of the bind mount on the host: ${seen.error}`
  const host = seen.counts.get(hostDirectory)?.files
  return host === inside - elsewhere
    ? null
    : `the container wrote ${inside - elsewhere} files into the bind mount, but the host sees ${host ?? 'none'}: the directory is not shared`
}
