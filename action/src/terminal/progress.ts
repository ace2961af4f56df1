import { counted, describeWork, formatDuration, forTerminal } from '@plimsoll/schema'
import type { Plan, PlannedBenchmark, RunEvent } from '@plimsoll/workloads'
import { lookLines, planLines } from './check-lines.ts'
import type { Terminal } from './print.ts'
import { roundsLines } from './rounds-lines.ts'

/**
 * Show the current benchmark, the round and the remaining time. On a terminal, one line is rewritten. Elsewhere, every
 * sample gets its own line, so that a log shows activity.
 */
export function showProgress(terminal: Terminal): { on: (event: RunEvent) => void; end: () => void } {
  let plan: Plan
  let rounds = 0
  let current = ''
  let remaining: RemainingTime | null = null

  return {
    on(event) {
      if (event.type === 'say') return line(event.line)
      if (event.type === 'start') {
        plan = event.plan
        rounds = plan.order.length
        const measurable = event.prepared.map((benchmark) => 'setting' in benchmark)
        remaining = new RemainingTime(event.order)
        const samples = event.done + event.order.flat().length
        const there = event.done > 0 ? `, ${event.done} of them already measured` : ''
        for (const text of planLines(plan)) line(text)
        const most = plan.check || plan.roundsRule ? 'at most ' : ''
        return line(
          `Measuring ${counted(measurable.filter(Boolean).length, 'benchmark')}, ${most}${counted(rounds, 'shuffled round')}, ${counted(samples, 'sample')}${there}`,
        )
      }
      if (event.type === 'sample') {
        const benchmark = plan.benchmarks[event.benchmark] as PlannedBenchmark
        current = `[${event.done + 1}/${event.total}] round ${event.round + 1} of ${rounds}${event.warmup ? ' (warm-up)' : ''} · ${benchmarkName(benchmark)}`
        if (terminal.isTTY) rewrite(`${current}${left(remaining)}`)
        return
      }
      if (event.type === 'rounds') {
        remaining?.onlyTurns(event.order)
        rounds = event.order.findLastIndex((turn) => turn.length > 0) + 1
        for (const text of roundsLines(plan, event.set)) line(text)
        return
      }
      if (event.type === 'look') {
        const { rounds, check, forecast } = event
        remaining?.onlyOpen(check.benchmarks.flatMap(({ stopped, base, head }) => (stopped ? [base, head] : [])))
        for (const text of lookLines(rounds, check, forecast, remaining?.secondsPerRound() ?? null)) line(text)
        return
      }
      if (event.type === 'removed') {
        if (terminal.isTTY) rewrite(`[${event.done}/${event.total}] slots removed`)
        return
      }
      remaining?.took(event.benchmark, event.nanoseconds)
      if (!terminal.isTTY)
        line(
          `${current} · ${event.failure ? 'failed' : `${formatDuration(event.nanoseconds)} including preparation`}${left(remaining)}`,
        )
      else if (event.failure) line(`${current} · failed: ${event.failure.split('\n')[0]}`)
    },
    end() {
      if (terminal.isTTY) terminal.write('\r\u001b[K')
    },
  }

  function line(text: string): void {
    terminal.write(terminal.isTTY ? `\r\u001b[K${forTerminal(text)}\n` : `${forTerminal(text)}\n`)
  }

  function rewrite(text: string): void {
    terminal.write(`\r\u001b[K${forTerminal(text).slice(0, (terminal.columns ?? 80) - 1)}`)
  }
}

function left(remaining: RemainingTime | null): string {
  const seconds = remaining?.seconds() ?? null
  if (seconds === null) return ''
  return ` · about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`
}

function benchmarkName(benchmark: PlannedBenchmark): string {
  return [
    describeWork(benchmark),
    benchmark.scenario,
    benchmark.engine ?? 'host',
    benchmark.variant,
    benchmark.control ? 'control' : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/**
 * The remaining time: for each benchmark, the mean duration of its samples so far, times the number of its remaining
 * samples. A benchmark without a sample counts as the mean of the other benchmarks.
 */
class RemainingTime {
  readonly #turns = new Map<number, number>()
  readonly #seen = new Map<number, { total: number; times: number }>()

  constructor(order: number[][]) {
    this.onlyTurns(order)
  }

  /** Replace the remaining turns. */
  onlyTurns(order: number[][]): void {
    this.#turns.clear()
    for (const benchmark of order.flat()) this.#turns.set(benchmark, (this.#turns.get(benchmark) ?? 0) + 1)
  }

  took(benchmark: number, nanoseconds: number): void {
    const { total, times } = this.#seen.get(benchmark) ?? { total: 0, times: 0 }
    this.#seen.set(benchmark, { total: total + nanoseconds, times: times + 1 })
    this.#turns.set(benchmark, (this.#turns.get(benchmark) ?? 1) - 1)
  }

  /** Remove the remaining turns of benchmarks that have stopped. */
  onlyOpen(stopped: number[]): void {
    for (const benchmark of stopped) this.#turns.delete(benchmark)
  }

  /** the seconds of a round of the benchmarks that continue; null until all of those benchmarks have a sample */
  secondsPerRound(): number | null {
    const open = [...this.#turns.keys()].map((benchmark) => this.#seen.get(benchmark))
    if (open.some((seen) => seen === undefined)) return null
    return open.reduce((sum, seen) => sum + (seen ? seen.total / seen.times : 0), 0) / 1e9
  }

  /** the remaining time in whole seconds; null before the first sample */
  seconds(): number | null {
    const means = new Map([...this.#seen].map(([benchmark, { total, times }]) => [benchmark, total / times]))
    if (means.size === 0) return null
    const typical = [...means.values()].reduce((sum, mean) => sum + mean, 0) / means.size
    const nanoseconds = [...this.#turns].reduce(
      (sum, [benchmark, turns]) => sum + turns * (means.get(benchmark) ?? typical),
      0,
    )
    return Math.round(nanoseconds / 1e9)
  }
}
