import type { HistoryHeadline } from '../src/history/headline.ts'
import { GENERATED } from '../src/store/origin.ts'
import { ErratumLink } from './erratum-article.tsx'
import type { Root } from './site-frame.tsx'

/** The headline figure of an engine or a workload, with the state of its run as a badge. */
export function HeadlineFigure({ headline, root }: { headline: HistoryHeadline; root: Root }) {
  const { figure, interval, measure, samples, isHigherBetter, what, system, state, run, day, erratum } = headline
  return (
    <p className={state === GENERATED ? 'headline-figure generated' : 'headline-figure'}>
      <b>{figure}</b>{' '}
      <span>
        {measure}
        {interval !== null && `, 95% interval ${interval}`}
        {isHigherBetter && ' (higher is better)'}: {what}, {system},{' '}
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

export interface HeadlineEntry {
  name: string
  title: string
  /** A description of the engine or workload in one sentence. */
  text: string | null
  /** One figure for each operating system. */
  headlines: HistoryHeadline[]
}

/** A list of engines or workloads, each with its headline figure. @param folder the folder of their pages */
export function HeadlineList({ entries, folder }: { entries: HeadlineEntry[]; folder: string }) {
  if (entries.length === 0) return <p>No run of this site has any yet.</p>
  return (
    <ul className="headlines">
      {entries.map(({ name, title, text, headlines }) => (
        <li key={name}>
          <h2>
            <a href={`${folder}/${name}`}>{title}</a>
          </h2>
          {text !== null && <p>{text}</p>}
          {headlines.length === 0 && (
            <p className="fine">
              No result yet. A result needs a run of an unmodified suite, with at least three samples.
            </p>
          )}
          {headlines.map((headline) => (
            <HeadlineFigure key={headline.system} headline={headline} root="" />
          ))}
        </li>
      ))}
    </ul>
  )
}
