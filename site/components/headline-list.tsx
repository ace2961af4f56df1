import type { Headline } from '../src/history/headline.ts'

export interface HeadlineEntry {
  name: string
  title: string
  /** What it is about, in a sentence. */
  text: string | null
  headline: Headline | null
}

/** Engines or workloads, each with the figure that stands for it. @param folder where their pages are */
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
            <p className="fine">no run of a frozen suite yet</p>
          ) : (
            <p className="headline-figure">
              <b>{headline.figure}</b>{' '}
              <span>
                {headline.what},{' '}
                <a href={`runs/${headline.run}`}>
                  <time dateTime={headline.day}>{headline.day}</time>
                </a>
              </span>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
