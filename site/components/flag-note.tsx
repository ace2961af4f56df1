import { FLAG_SIGN } from '../src/editions/bind-mounts.ts'
import type { Flag } from '../src/editions/edition.ts'
import type { Root } from './site-frame.tsx'
import { TextWithCode } from './text-with-code.tsx'

/** The footnote of a chart that says why the values with `FLAG_SIGN` are not comparable. */
export function FlagNote({ flag: { title, text, erratum }, root }: { flag: Flag; root: Root }) {
  return (
    <p className="fine footnote">
      {FLAG_SIGN} Not comparable ({title}): <TextWithCode text={text} />{' '}
      {erratum && <a href={`${root}errata#${erratum}`}>Erratum</a>}
    </p>
  )
}
