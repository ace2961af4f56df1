import type { ReactNode } from 'react'

/** An entry of a list of facts. A broad entry has a line of its own. */
export function Fact({ title, broad = false, children }: { title: string; broad?: boolean; children: ReactNode }) {
  return (
    <div className={broad ? 'broad' : undefined}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
