import type { RunDocument } from '@plimsoll/schema'
import {
  agreementRemarks,
  type Comparison,
  type DifferenceLine,
  differenceEffects,
  differenceLines,
  nameSubject,
  type Part,
  type PropertyComparison,
} from '@plimsoll/schema/compare'
import { ColumnHeads, ScrollRegion } from '../../components/data-table.tsx'
import { formatTime, formatWork } from '../page-parts/titles.ts'

/** What differs between the machines of two runs: hosts, engines and images. */
export function MachineDifferences({ comparison }: { comparison: Comparison }) {
  const { differing, others, onlyOne, unknown, effects } = partOf(comparison, 'machine')
  return (
    <section aria-labelledby="machines">
      <h2 id="machines">
        {differing.length > 0
          ? 'Machines: what differs'
          : onlyOne.length > 0
            ? 'Machines: not known to be the same'
            : 'Machines: nothing recorded differs'}
      </h2>
      {differing.length > 0 ? (
        <>
          <Glance lines={differing.filter((line) => !isDetail(line))} />
          <details>
            <summary>Table of all that differs in the machines</summary>
            <PropertyTable name="Table of what differs in the machines" lines={differing} />
          </details>
        </>
      ) : (
        <p>
          {onlyOne.length > 0
            ? `Only one of the runs records ${onlyOne.join(', ')}. What both record is the same.`
            : 'Host, engine and images are the same in A and B, as far as both runs record them.'}
        </p>
      )}
      <FineLines texts={effects} />
      <details>
        <summary>Same or unknown in the machines</summary>
        <PropertyTable name="Table of what is the same or unknown in the machines" lines={others} />
        <p className="fine">
          Memory is the same to 10%, load to half the CPUs, and stolen CPU time to 1%. What only one run recorded may be
          the same or not.
        </p>
        <FineLines texts={unknown} />
      </details>
    </section>
  )
}

/** What differs in one glance: the subjects of the differences, each with its values in A and in B. */
function Glance({ lines }: { lines: DifferenceLine[] }) {
  if (lines.length === 0) return <p>Only details differ, such as the digests of images.</p>
  return (
    <ul className="glance">
      {[...Map.groupBy(lines, nameSubject)].map(([subject, group]) => (
        <li key={subject}>
          <b>{formatWork(subject)}</b>: {group.map(changeOf).join('; ')}
        </li>
      ))}
    </ul>
  )
}

/** What differs, as `name A → B`. An engine or an image that one run lacks has no other property. */
function changeOf({ what, a, b }: DifferenceLine): string {
  if (what !== 'engine' && what !== 'image') return `${what.replace(', as requested', ' as requested')} ${a} → ${b}`
  return a === NONE ? 'only in B' : b === NONE ? 'only in A' : `${what} ${a} → ${b}`
}

/** Whether a difference says little to a reader: a digest. The table has it. */
function isDetail({ a, b }: DifferenceLine): boolean {
  return [a, b].some((value) => /^(sha256:)?[0-9a-f]{12}…$/.test(value))
}

/** The value of an engine or an image that a run lacks. */
const NONE = 'none'

/** What differs between two runs besides their machines: start, project, suite, harness and design. */
export function RunDifferences({ a, b, comparison }: { a: RunDocument; b: RunDocument; comparison: Comparison }) {
  const { differing, others, unknown, effects } = partOf(comparison, 'run')
  const [startOfA, startOfB] = [formatTime(a.startedAt), formatTime(b.startedAt)]
  const dates = startOfA === startOfB ? [] : [{ of: 'run', benchmarks: [], what: 'start', a: startOfA, b: startOfB }]
  const lines = [...dates, ...differing]
  return (
    <section aria-labelledby="run-differences">
      <h2 id="run-differences">{lines.length > 0 ? 'Runs: what differs' : 'Runs: nothing recorded differs'}</h2>
      {lines.length > 0 && <PropertyTable name="Table of what differs in the runs" lines={lines} />}
      <FineLines texts={effects} />
      <details>
        <summary>Same or unknown in the runs</summary>
        <PropertyTable name="Table of what is the same or unknown in the runs" lines={others} />
        <FineLines texts={unknown} />
      </details>
    </section>
  )
}

/** Returns the differences of one part of a comparison, what is the same or unknown in it, and the consequences. */
function partOf(comparison: Comparison, part: Part) {
  const [differences, same, unknown] = [comparison.differences, comparison.same, comparison.unknown].map((properties) =>
    properties.filter((property) => property.part === part),
  ) as [PropertyComparison[], PropertyComparison[], PropertyComparison[]]
  const { benchmarks } = comparison
  const ofOne = differences.filter((one) => !isKnown(one))
  return {
    differing: differenceLines({ differences: differences.filter(isKnown), benchmarks }),
    others: differenceLines({ differences: [...ofOne, ...same], benchmarks }),
    /** The names of what only one run records. */
    onlyOne: [...new Set(ofOne.map(({ what }) => what))],
    unknown: agreementRemarks({ same: [], unknown }),
    effects: differenceEffects({ differences, benchmarks }),
  }
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
        {[...Map.groupBy(lines, ({ of, benchmarks }) => [of, ...benchmarks].join('\n'))].map(([key, group]) => (
          <tbody key={key}>
            {group[0]?.of !== 'run' && (
              <tr className="group">
                <th colSpan={3} scope="rowgroup">
                  <Subject {...(group[0] as DifferenceLine)} />
                </th>
              </tr>
            )}
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

/** The subject of a group of lines. If it is several benchmarks, their names are folded. */
function Subject(line: DifferenceLine) {
  const { benchmarks } = line
  const title = formatWork(nameSubject(line))
  if (benchmarks.length === 0) return <span>{title}</span>
  return (
    <details>
      <summary>{title}</summary>
      <BenchmarkNames names={benchmarks} />
    </details>
  )
}

/** Remarks in small print, one paragraph each. */
function FineLines({ texts }: { texts: string[] }) {
  return texts.map((text) => (
    <p key={text} className="fine">
      {text}
    </p>
  ))
}

/** The names of benchmarks as a list. */
export function BenchmarkNames({ names }: { names: readonly string[] }) {
  return (
    <ul className="benchmark-names">
      {names.map((name) => (
        <li key={name}>{formatWork(name)}</li>
      ))}
    </ul>
  )
}
