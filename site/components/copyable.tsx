import type { ReactNode } from 'react'

interface Properties {
  text: string
  /** What the text is, for the name of the button. */
  label: string
  /**
   * The path from the page to the root of the site, for HTML with addresses relative to the root. The script `copy` makes
   * these addresses absolute.
   */
  root?: '' | '../' | undefined
  /** A summary of the text, which folds it. The button to copy stays outside of the fold. */
  summary?: string
  /** Whether a folded text is shown at first. */
  isOpen?: boolean
  /** Remarks on a folded text. */
  children?: ReactNode
}

/** A text to copy. It can be selected without scripts; the script `copy` adds a button. */
export function Copyable({ text, label, root, summary, isOpen = false, children }: Properties) {
  const shown = (
    <pre data-copy={label} data-root={root}>
      {text}
    </pre>
  )
  return (
    <div className="copyable">
      {summary === undefined ? (
        shown
      ) : (
        <details open={isOpen}>
          <summary>{summary}</summary>
          {children}
          {shown}
        </details>
      )}
    </div>
  )
}
