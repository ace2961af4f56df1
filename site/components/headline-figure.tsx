import type { HistoryHeadline } from '../src/history/headline.ts'
import { GENERATED } from '../src/store/generated.ts'
import { ErratumLink } from './erratum-article.tsx'
import type { Root } from './site-frame.tsx'

/** The headline figure of an engine or a workload, with the state of its run as a badge. */
export function HeadlineFigure({ headline, root }: { headline: HistoryHeadline; root: Root }) {
  const { figure, measure, samples, isHigherBetter, what, state, run, day, erratum } = headline
  return (
    <p className={state === GENERATED ? 'headline-figure generated' : 'headline-figure'}>
      <b>{figure}</b>{' '}
      <span>
        {measure}
        {isHigherBetter && ' (higher is better)'}: {what},{' '}
        <a href={`${root}runs/${run}`}>
          <time dateTime={day}>{day}</time>
        </a>{' '}
        {state !== null && <StateBadge state={state} />} <ErratumLink erratum={erratum} root={root} />
        {samples !== null && <small className="samples">{samples}</small>}
      </span>
    </p>
  )
}

function StateBadge({ state }: { state: string }) {
  return <small className={state === GENERATED ? 'badge warn' : 'badge'}>{state}</small>
}
