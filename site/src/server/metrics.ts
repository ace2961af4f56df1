import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry as Metrics } from 'prom-client'

/** The metrics of a registry server, for Prometheus. Labels are routes and codes, and never ids or addresses. */
export interface ServerMetrics {
  request(route: string, status: number, seconds: number): void
  /** Counts a submission. @param outcome `stored`, `duplicate`, or the code of a refusal */
  submitted(outcome: string): void
  /** Counts a build of the site. @param succeeded whether the build succeeded */
  built(succeeded: boolean): void
  /** Returns all metrics in the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>
}

/**
 * Creates the metrics of a registry server.
 * @param countRuns counts the runs in the index; rejects if the index does not answer
 * @param countPending counts the runs that are not yet in the index
 */
export function serverMetrics({
  countRuns,
  countPending,
}: {
  countRuns: () => Promise<number>
  countPending: () => number
}): ServerMetrics {
  const metrics = new Metrics()
  collectDefaultMetrics({ register: metrics })
  const registers = [metrics]
  const requests = new Histogram({
    name: 'plimsoll_request_duration_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers,
  })
  const submissions = new Counter({
    name: 'plimsoll_submissions_total',
    help: 'Submitted documents, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const builds = new Counter({
    name: 'plimsoll_builds_total',
    help: 'Builds of the site, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'plimsoll_runs',
    help: 'Runs in the index',
    registers,
    async collect() {
      this.set(await countRuns().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'plimsoll_runs_pending',
    help: 'Stored runs that are not yet in the index',
    registers,
    collect() {
      this.set(countPending())
    },
  })
  return {
    request: (route, status, seconds) => requests.observe({ route, status: String(status) }, seconds),
    submitted: (outcome) => submissions.inc({ outcome }),
    built: (succeeded) => builds.inc({ outcome: succeeded ? 'built' : 'failed' }),
    text: () => metrics.metrics(),
  }
}
