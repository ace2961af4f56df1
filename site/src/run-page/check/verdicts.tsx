import {
  type BenchmarkSummary,
  type Check,
  countOutcomes,
  describeUnreliable,
  type RunDocument,
  UNRELIABLE,
  type VariantOrigin,
} from '@plimsoll/schema'
import { Fact } from '../../../components/text.tsx'
import { ChartFigure, type Figure } from '../figure.tsx'
import { Method } from './method.tsx'
import { outcomeClass, VerdictTable } from './verdict-table.tsx'

/** The number of benchmarks with each verdict of a check, for its title. */
export function Tally({ check }: { check: Check }) {
  const counts = countOutcomes(check).map(({ outcome, text }) => ({ className: outcomeClass(outcome), text }))
  const parts = check.status === 'reliable' ? counts : [{ className: 'unreported', text: UNRELIABLE }, ...counts]
  return parts.map(({ className, text }, index) => [
    index > 0 && ' · ',
    <span key={text} className={`verdict ${className}`}>
      {text}
    </span>,
  ])
}

/** Why an unreliable check has no verdicts; nothing for a reliable one. */
export function WhyUnreliable({ check: { status, nullPair } }: { check: Check }) {
  if (status === 'reliable' || nullPair === null) return null
  return <p className="lede">{describeUnreliable(nullPair, nullPair.interval)}</p>
}

interface Properties {
  /** The id of the run. */
  id: string
  document: RunDocument
  check: Check
  /** The summaries of the same document. */
  summaries: BenchmarkSummary[]
  /** The chart of the verdicts; null if no benchmark has an estimate. */
  figure: Figure | null
}

/** The results of a check: the verdict of each benchmark, and the method. */
export function Verdicts({ id, document, check, summaries, figure }: Properties) {
  const primaries = new Map(
    summaries
      .filter(({ benchmark, metric }) =>
        document.benchmarks[benchmark]?.metrics.some(({ name, primary }) => primary && name === metric),
      )
      .map((summary) => [summary.benchmark, summary]),
  )
  return (
    <section aria-labelledby="verdicts">
      <h2 id="verdicts">Verdicts</h2>
      <Variants {...document.design} />
      {figure && <ChartFigure {...figure} />}
      <VerdictTable id={id} document={document} check={check} primaries={primaries} />
      <p className="fine">
        Change is the change of time from base to head (Hodges–Lehmann estimate), with its interval and the confidence
        level of this interval. Base is its median, and Head is this median with the change. Rounds is the number of
        rounds that the verdict is based on.
      </p>
      <Method document={document} check={check} />
    </section>
  )
}

/** Where base and head, the two variants of a check, come from; nothing if the document does not name it. */
function Variants({ variants }: RunDocument['design']) {
  if (!variants) return null
  return (
    <dl className="facts variants">
      <Fact title="Base">
        <Variant {...variants.base} />
      </Fact>
      <Fact title="Head">
        <Variant {...variants.head} />
      </Fact>
    </dl>
  )
}

function Variant({ commit, engine, image }: VariantOrigin) {
  if (!commit && !engine && !image) return 'files not committed'
  const others = [engine && `engine ${engine}`, image && `image ${image}`].filter(Boolean).join(', ')
  return (
    <>
      {commit && (
        <>
          commit <code>{commit.slice(0, 10)}</code>
          {others !== '' && ', '}
        </>
      )}
      {others}
    </>
  )
}
