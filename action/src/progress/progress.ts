import { counted, describeTimeLeft, describeWork, formatDuration } from '@plimsoll/schema'
import type { Terminal } from '@plimsoll/schema/node'
import type { Plan, PlannedBenchmark, RunEvent } from '@plimsoll/workloads'
import { lookLines, planLines } from './check-lines.ts'
import { MediansSoFar } from './medians-so-far.ts'
import { roundsLines } from './rounds-lines.ts'
import { StatusLine } from './status-line.ts'

/**
 * Shows what a run does, how much of it is done, and the time left. On a terminal, one line is rewritten. Elsewhere, every
 * step and every sample gets its own line, so that a log shows activity.
 */
export function showProgress(terminal: Terminal): { on: (event: RunEvent) => void; end: () => void } {
  const status = new StatusLine(terminal)
  let plan: Plan
  let rounds = 0
  let current = ''
  let isWarmup = false
  let medians: MediansSoFar | null = null
  let remaining: RemainingTime | null = null
  let step = 'Preparing'
  let prepared: number | null = null
  let shown = 0

  return {
    on(event) {
      if (event.type === 'say') {
        status.line(event.line)
        if (event.line.startsWith('!')) return
        step = event.line
        return waitForStep()
      }
      if (event.type === 'prepare') {
        prepared = event.done / event.total
        return waitForStep()
      }
      if (event.type === 'rest') {
        const { secondsLeft, seconds } = event
        if (!terminal.isTTY && secondsLeft < seconds) status.line(`Resting: ${secondsLeft} s left`)
        return status.tick((since) => {
          const left = Math.max(0, secondsLeft - since)
          return { share: 1 - left / seconds, secondsLeft: left, secondsSoFar: null, text: 'resting' }
        })
      }
      if (event.type === 'start') {
        plan = event.plan
        rounds = plan.order.length
        shown = 0
        medians = new MediansSoFar(plan)
        const measurable = plan.benchmarks.filter((_, index) => 'setting' in (event.prepared[index] ?? {}))
        const controls = measurable.filter(isControl).length
        const beside = controls > 0 ? ` and ${counted(controls, 'control')}` : ''
        remaining = new RemainingTime(event.order, event.done)
        const samples = event.done + event.order.flat().length
        const there = event.done > 0 ? `, ${event.done} of them already measured` : ''
        for (const text of planLines(plan)) status.line(text)
        const most = plan.check || plan.roundsRule ? 'at most ' : ''
        return status.line(
          `Measuring ${counted(measurable.length - controls, 'benchmark')}${beside}, ${most}${counted(rounds, 'shuffled round')}, ${counted(samples, 'sample')}${there}`,
        )
      }
      if (event.type === 'sample') {
        const benchmark = plan.benchmarks[event.benchmark] as PlannedBenchmark
        const place = `[${event.done + 1}/${event.total}] round ${event.round + 1} of ${rounds}${event.warmup ? ' (warm-up)' : ''}`
        current = `${place} · ${benchmarkName(benchmark)}`
        isWarmup = event.warmup
        // The share never falls, also if later samples take longer than the first ones.
        shown = Math.max(shown, remaining?.share() ?? event.done / event.total)
        // The line is not rewritten during a sample: a busy terminal would disturb what is measured.
        const secondsLeft = remaining?.seconds() ?? null
        return status.show({
          share: shown,
          secondsLeft,
          secondsSoFar: null,
          text: `${place} · ${medians?.text() ?? benchmarkName(benchmark)}`,
        })
      }
      if (event.type === 'rounds') {
        remaining?.onlyTurns(event.order)
        rounds = event.order.findLastIndex((turn) => turn.length > 0) + 1
        for (const text of roundsLines(plan, event.set)) status.line(text)
        return
      }
      if (event.type === 'look') {
        const { rounds, check, forecast } = event
        remaining?.onlyOpen(check.benchmarks.flatMap(({ stopped, base, head }) => (stopped ? [base, head] : [])))
        for (const text of lookLines(rounds, check, forecast, remaining?.secondsPerRound() ?? null)) status.line(text)
        return
      }
      if (event.type === 'removed') {
        const text = `[${event.done}/${event.total}] slots removed`
        return status.show({ share: event.done / event.total, secondsLeft: null, secondsSoFar: null, text })
      }
      medians?.took(event.benchmark, isWarmup ? null : event.value)
      remaining?.took(event.benchmark, event.nanoseconds)
      if (!terminal.isTTY)
        status.line(
          `${current} · ${event.failure ? 'failed' : `${formatDuration(event.nanoseconds)} including preparation`}${left(remaining, plan.check !== null)}`,
        )
      else if (event.failure) status.line(`${current} · failed: ${event.failure.split('\n')[0]}`)
    },
    end: () => status.clear(),
  }

  function waitForStep(): void {
    const text = step
    status.tick((secondsSoFar) => ({ share: prepared, secondsLeft: null, secondsSoFar, text }))
  }
}

/** @param isMost whether the run may end earlier, as a check does */
function left(remaining: RemainingTime | null, isMost: boolean): string {
  const seconds = remaining?.seconds() ?? null
  if (seconds === null) return ''
  const text = describeTimeLeft(seconds)
  return ` · ${isMost ? text.replace('about', 'at most about') : text}`
}

/** Whether a benchmark only repeats another one, so that the report does not show it. */
function isControl({ control, variant }: PlannedBenchmark): boolean {
  return control || variant === 'second-base'
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

  readonly #before: number

  /** @param before the number of samples that were measured earlier */
  constructor(order: number[][], before: number) {
    this.onlyTurns(order)
    this.#before = before
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
    const nanoseconds = this.#nanoseconds()
    return nanoseconds === null ? null : Math.round(nanoseconds / 1e9)
  }

  /** The share of the time that has passed, 0 … 1; null before the first sample. */
  share(): number | null {
    const left = this.#nanoseconds()
    if (left === null) return null
    const spent = [...this.#seen.values()].reduce((sum, { total }) => sum + total, this.#before * this.#typical())
    return spent / (spent + left)
  }

  #nanoseconds(): number | null {
    if (this.#seen.size === 0) return null
    const typical = this.#typical()
    const mean = (seen: { total: number; times: number } | undefined) => (seen ? seen.total / seen.times : typical)
    return [...this.#turns].reduce((sum, [benchmark, turns]) => sum + turns * mean(this.#seen.get(benchmark)), 0)
  }

  /** The mean duration of a sample, over the benchmarks that have one. */
  #typical(): number {
    const means = [...this.#seen.values()].map(({ total, times }) => total / times)
    return means.reduce((sum, mean) => sum + mean, 0) / means.length
  }
}
