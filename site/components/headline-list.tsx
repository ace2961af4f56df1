import type { HistoryHeadline } from '../src/history/headline.ts'
import { ErratumLink } from './erratum-article.tsx'

export interface HeadlineEntry {
  name: string
  title: string
  /** A description of the engine or workload in one sentence. */
  text: string | null
  headline: HistoryHeadline | null
}

/** A list of engines or workloads, each with its headline figure. @param folder the folder of their pages */
export function HeadlineList({ entries, folder }: { entries: HeadlineEntry[]; folder: string }) {
  return (
    <ul className="headlines">
      {entries.map(({ name, title, text, headline }) => (
        <li key={name}>
          <h2>
            <a href={`${folder}/${name}`}>{title}</a>
          </h2>
          {text !== null && <p>{text}</p>}
          {headline === null ? (
            <p className="fine">
              No result yet. A result needs a run of an unmodified suite, with at least three samples.
            </p>
          ) : (
            <p className="headline-figure">
              <b>{headline.figure}</b>{' '}
              <span>
                {headline.measure}: {headline.what},{' '}
                <a href={`runs/${headline.run}`}>
                  <time dateTime={headline.day}>{headline.day}</time>
                </a>
                <ErratumLink erratum={headline.erratum} root="" />
              </span>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
