import type { ReactNode } from 'react'
import { shorten } from '../src/page-parts/charts/row-chart.ts'
import { GENERATED } from '../src/store/origin.ts'

/** The number of letters that are on one line on every screen. */
const SHORT = 24

/** Returns a name from a document, of any length. Only a long one needs an element, in which it wraps. */
export function named(text: string): ReactNode {
  return text.length > SHORT ? <span className="name">{text}</span> : text
}

/** Shows a text of a document or an edition, in which backticks enclose code, as in Markdown. Other marks stay as they are. */
export function TextWithCode({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))
}

/** Shows a text whose names with a hyphen, such as `npm-ci`, break only if they do not fit on a line of their own. */
export function UnbrokenNames({ text }: { text: string }) {
  return text.split(/(\S+-\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

const MAX_LENGTH = 60

/** The name of a workload in a table, shortened to fit two lines. */
export function WorkloadName({ work }: { work: string }) {
  const brief = shorten(work, MAX_LENGTH)
  return (
    <span className="name" title={brief === work ? undefined : work}>
      {brief}
    </span>
  )
}

/** Marks a figure of a run whose figures a program made up. Empty for a figure of another origin. */
export function GeneratedMark({ origin }: { origin: string }) {
  return origin === 'generated' ? <span className="flag generated">{GENERATED}</span> : null
}

/** An entry of a list of facts. A broad entry has a line of its own. */
export function Fact({ title, broad = false, children }: { title: string; broad?: boolean; children: ReactNode }) {
  return (
    <div className={broad ? 'broad' : undefined}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
