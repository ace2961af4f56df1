import type { ReactNode } from 'react'

/** A region that scrolls sideways if its content is wider than the screen. A keyboard can reach and scroll it. */
export function ScrollRegion({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be part of the outline of the page
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className="scroll" role="region" aria-label={name} tabIndex={0}>
      {children}
    </div>
  )
}
