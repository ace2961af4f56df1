import type { RunDocument } from '@plimsoll/schema'
import {
  agreementRemarks,
  type BenchmarkLine,
  benchmarkLines,
  benchmarksOnlyIn,
  COST_EXPLAINED,
  type Comparison,
  compareRuns,
  comparisonWarnings,
  type DifferenceLine,
  differenceEffects,
  differenceLines,
  NOT_A_VERDICT,
  type PropertyComparison,
} from '@plimsoll/schema/compare'
import type { ReactNode } from 'react'
import { Chart } from '../../components/chart.tsx'
import { ColumnHeads } from '../../components/column-heads.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import { firstRows } from '../charts/row-chart.ts'
import { formatWork, isCheck } from '../page/titles.ts'
import { type Direction, directionOf } from './direction.ts'
import { type RatioRow, ratioChart } from './ratio-chart.ts'

interface Runs {
  a: RunDocument
  b: RunDocument
}

/**
 * The comparison of two runs: first how the runs differ, then the cost of each benchmark in B ÷ its cost in A,
 * without a verdict.
 */
export function RunComparison({ a, b }: Runs) {
  const comparison = compareRuns(a, b)
  const warnings = [...aboutKinds(a, b), ...comparisonWarnings(comparison), ...notesOf(a, b)]
  return (
    <>
      {warnings.length > 0 && (
        <div className="warning" role="note">
          <h2>Read with care</h2>
          <ul>
            {warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <Differences comparison={comparison} />
      <Benchmarks a={a} b={b} comparison={comparison} />
    </>
  )
}

/**
 * Describes how two documents differ in kind, for example if one is a check and the other a plain run; empty if they
 * are of the same kind.
 */
function aboutKinds(a: RunDocument, b: RunDocument): string[] {
  const [checkA, checkB] = [isCheck(a), isCheck(b)]
  return [
    ...(checkA === checkB
      ? []
      : [
          `${checkA ? 'A' : 'B'} is a check and ${checkA ? 'B' : 'A'} is a plain run. Every benchmark of a check belongs to a variant such as base or head, so A and B have no benchmark in common.`,
        ]),
    ...(checkA && checkB
      ? ['A and B are checks. Each has its verdicts on its own page. Variants of different checks cannot be compared.']
      : []),
    ...(a.suite.name === b.suite.name
      ? []
      : [
          `A ran the suite ${a.suite.name} and B ran the suite ${b.suite.name}, so they may have few benchmarks in common.`,
        ]),
  ]
}

function notesOf(a: RunDocument, b: RunDocument): string[] {
  return [...a.notes.map(({ text }) => `A: ${text}`), ...b.notes.map(({ text }) => `B: ${text}`)]
}

function Differences({ comparison }: { comparison: Comparison }) {
  const { differences, same, unknown } = comparison
  const lines = differenceLines({ differences: differences.filter(isKnown) })
  const others = differenceLines({ differences: [...differences.filter((one) => !isKnown(one)), ...same] })
  return (
    <section aria-labelledby="differs">
      <h2 id="differs">{lines.length > 0 ? 'What differs' : 'What differs: no recorded differences'}</h2>
      {lines.length > 0 && <PropertyTable name="Table of what differs" lines={lines} />}
      <FineLines texts={differenceEffects(comparison)} />
      <details>
        <summary>Same or unknown</summary>
        <PropertyTable name="Table of what is the same or unknown" lines={others} />
        <p className="fine">
          Memory is the same to 10%, load to half the CPUs, and stolen CPU time to 1%. What only one run recorded may be
          the same or not.
        </p>
        <FineLines texts={agreementRemarks({ same: [], unknown })} />
      </details>
    </section>
  )
}

/** Whether both documents record a property. Otherwise it is unknown whether it differs. */
function isKnown({ a, b }: PropertyComparison): boolean {
  return a !== null && b !== null
}

function PropertyTable({ name, lines }: { name: string; lines: DifferenceLine[] }) {
  return (
    <ScrollRegion name={name}>
      <table className="facts-of-two">
        <ColumnHeads columns={[['What'], ['A'], ['B']]} />
        {groupsOf(lines).map(([of, group]) => (
          <tbody key={of}>
            <tr className="group">
              <th colSpan={3} scope="rowgroup">
                <span>{of}</span>
              </th>
            </tr>
            {group.map(({ what, a, b }) => (
              <tr key={`${what} ${a} ${b}`}>
                <th scope="row">{what}</th>
                <td>{a}</td>
                <td>{b}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}

function groupsOf(lines: DifferenceLine[]): [string, DifferenceLine[]][] {
  return [...Map.groupBy(lines, ({ of }) => (of === 'run' ? 'runs and machines' : of))]
}

function Benchmarks({ a, b, comparison }: Runs & { comparison: Comparison }) {
  const lines = benchmarkLines(a.benchmarks, b.benchmarks, comparison)
  return (
    <section aria-labelledby="benchmarks">
      <h2 id="benchmarks">
        {lines.length > 0 ? 'Benchmark by benchmark' : 'Benchmark by benchmark: no benchmarks in common'}
      </h2>
      <p>{sentence(NOT_A_VERDICT)}</p>
      <Ratios lines={lines} />
      {lines.length > 0 && (
        <>
          <DataTable
            label="Table of benchmarks"
            columns={[
              ['Workload', 'wrap', 'and scenario'],
              ['A', 'number', 'median'],
              ['B', 'number', 'median'],
              ['Cost of B ÷ A', 'number', '95% interval'],
              ['B is', 'direction'],
            ]}
            rows={lines.map((line, at) => ({ key: String(at), fields: fieldsOf(line) }))}
          />
          <p className="fine">
            {COST_EXPLAINED} n is the number of samples. With at least three in both runs, the cost has a bootstrap
            interval, and B is worse or better only if the whole interval says so.
          </p>
        </>
      )}
      <FineLines texts={benchmarksOnlyIn(a.benchmarks, b.benchmarks, comparison)} />
    </section>
  )
}

function fieldsOf({ work, place, a, nOfA, b, nOfB, cost, interval, compared }: BenchmarkLine): ReactNode[] {
  return [
    <>
      {formatWork(work)} · {compared.metric}
      <small>
        {place}
        {isMoreBetter(compared) && ' · more is better'}
      </small>
    </>,
    <>
      {a}
      <small>n {nOfA}</small>
    </>,
    <>
      {b}
      <small>n {nOfB}</small>
    </>,
    compared.cost === null ? (
      cost
    ) : (
      <>
        <b>{cost}</b>
        <small>{interval || 'no interval'}</small>
      </>
    ),
    <DirectionText key="direction" direction={compared.cost && directionOf(compared.cost)} />,
  ]
}

/** Says in a sign and a word which run does better. The colour means the same. */
function DirectionText({ direction }: { direction: Direction | null }) {
  if (direction === null) return '–'
  const { sign, title, className } = DIRECTIONS[direction]
  return (
    <span className={className}>
      {sign} {title}
    </span>
  )
}

const DIRECTIONS: Record<Direction, { sign: string; title: string; className: string }> = {
  worse: { sign: '▲', title: 'worse', className: 'slower' },
  better: { sign: '▼', title: 'better', className: 'faster' },
  unclear: { sign: '○', title: 'not told apart', className: '' },
}

function isMoreBetter({ better }: BenchmarkLine['compared']): boolean {
  return better === 'higher'
}

function Ratios({ lines }: { lines: BenchmarkLine[] }) {
  const rows = lines.flatMap(({ work, place, compared }): RatioRow[] => {
    if (compared.cost === null) return []
    return [{ cost: compared.cost, work: formatWork(work), place: isMoreBetter(compared) ? `${place} ↑` : place }]
  })
  if (rows.length === 0) return null
  const { shown, remark } = firstRows(rows, 'benchmarks')
  return (
    <Chart chart={ratioChart(shown)}>
      <strong>Cost of B ÷ cost of A.</strong> Right of the line at 1, B is worse (▲); left of it, better (▼). Hollow:
      the 95% interval, drawn as a line, includes 1, or there is none
      {lines.some(({ compared }) => isMoreBetter(compared)) && '; ↑ marks a rate, whose cost is its inverse'}. {remark}
    </Chart>
  )
}

function FineLines({ texts }: { texts: string[] }) {
  return texts.map((text) => (
    <p key={text} className="fine">
      {text}
    </p>
  ))
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
