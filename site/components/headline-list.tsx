import type { HistoryHeadline } from '../src/history/headline.ts'
import { HeadlineFigure } from './headline-figure.tsx'

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
            <HeadlineFigure headline={headline} root="" />
          )}
        </li>
      ))}
    </ul>
  )
}
