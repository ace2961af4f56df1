import { Fragment } from 'react'
import type { ShownErrata } from '../src/errata/touched-rows.ts'
import type { Root } from './site-frame.tsx'

interface Properties {
  errata: ShownErrata
  /** The name of the edition. */
  edition: string
  root: Root
}

/** Says which errata of an edition touch the figures of a chart, before a reader cites them. */
export function ErrataNote({ errata: { all, touching }, edition, root }: Properties) {
  if (all === 0) return null
  return (
    <p className="fine">
      Before you cite these figures, read the errata of their source:{' '}
      <a href={`${root}editions/${edition}#errata`}>
        {all} {all === 1 ? 'erratum' : 'errata'}
      </a>
      {touching.length > 0 && `; ${touching.length} of them touch these figures: `}
      {touching.map(({ code, title, platforms }, at) => (
        <Fragment key={code}>
          {at > 0 && '; '}
          <a href={`${root}errata#${code}`}>{title}</a>
          {platforms.length > 0 && ` (${platforms.join(' · ')})`}
        </Fragment>
      ))}
      .
    </p>
  )
}
