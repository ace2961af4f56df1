import type { Check, CheckedCell } from '@plimsoll/schema'

/** A slowdown in per cent with its sign: `+12.3%`, `−4.0%`, `0.0%`. @param slowdown 0.123 is 12.3% slower */
export function formatChange(slowdown: number): string {
  const percent = Math.abs(slowdown * 100)
  const digits = percent.toLocaleString('en', percent < 100 ? ONE_DECIMAL : { maximumFractionDigits: 0 })
  return digits === '0.0' ? '0.0%' : `${slowdown < 0 ? '−' : '+'}${digits}%`
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** `−0.9 to +1.4%` */
export function formatChanges([low, high]: readonly [number, number]): string {
  return `${formatChange(low).slice(0, -1)} to ${formatChange(high)}`
}

/** A level in per cent, what is beyond it in two digits: `99%`, `96.8%`, `99.98%`. @param level from 0 to 1 */
export function formatLevel(level: number): string {
  const beyond = (1 - level) * 100
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(beyond)))
  return `${Number((level * 100).toFixed(Math.min(decimals, 12)))}%`
}

/** A share in per cent without needless digits: `5%`, `0.5%`. */
export function formatShare(share: number): string {
  return `${Number((share * 100).toPrecision(3))}%`
}

/** A p-value: `p = 0.62`, `p < 0.0001`. */
export function formatP(p: number): string {
  return p < 0.0001 ? 'p < 0.0001' : `p = ${Number(p.toPrecision(2))}`
}

const VERDICTS = ['slower', 'faster', 'not slower', 'inconclusive'] as const

/** A verdict as it is counted and drawn; `absent` is a cell that the check cannot judge, `uncalled` one of an unfit check. */
export type Outcome = (typeof VERDICTS)[number] | 'absent' | 'uncalled'

export function outcomeOf({ verdict, absence }: CheckedCell): Outcome {
  return absence === null ? (verdict ?? 'uncalled') : 'absent'
}

/** How many cells came to what, by what to call it, the verdicts first; of an unfit check no verdict. */
export function countOutcomes({ status, cells }: Check): { outcome: Outcome; title: string; count: number }[] {
  const absent = Map.groupBy(cells, ({ absence }) => absence)
  absent.delete(null)
  return [
    ...(status === 'unfit'
      ? []
      : VERDICTS.map((outcome) => ({
          outcome,
          title: outcome,
          count: cells.filter((cell) => outcomeOf(cell) === outcome).length,
        }))),
    ...[...absent].map(([title, { length }]) => ({
      outcome: 'absent' as const,
      title: title as string,
      count: length,
    })),
  ]
}

/** `1 slower · 0 faster · 8 not slower · 3 inconclusive`, or that nothing is called. */
export function describeCounts(check: Check): string {
  const counts = countOutcomes(check).map(({ count, title }) => `${count} ${title}`)
  return [...(check.status === 'unfit' ? ['unfit: nothing is called'] : []), ...counts].join(' · ')
}
