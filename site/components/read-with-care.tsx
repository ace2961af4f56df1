import { counted } from '@plimsoll/schema/browser'
import { FLAG_SIGN } from '../src/editions/bind-mounts.ts'
import type { Flag } from '../src/editions/edition.ts'
import type { Root } from './site-frame.tsx'
import { TextWithCode } from './text.tsx'

/** The number of texts above the fold. A warning is never below it. */
const MAX_UNFOLDED = 4

/**
 * What a reader should know before figures: warnings, then the notes of the documents. Each text leads with its first
 * sentence; the others are folded, and so are notes beyond the first few.
 */
export function ReadWithCare({ warnings, notes }: { warnings: readonly string[]; notes: readonly string[] }) {
  const texts = [...new Set([...warnings, ...notes])]
  if (texts.length === 0) return null
  const shown = Math.max(MAX_UNFOLDED, warnings.length)
  const folded = texts.slice(shown)
  return (
    <div className="warning" role="note">
      <h2>Read with care</h2>
      <Texts texts={texts.slice(0, shown)} />
      {folded.length > 0 && (
        <details>
          <summary>{counted(folded.length, 'more note')}</summary>
          <Texts texts={folded} />
        </details>
      )}
    </div>
  )
}

function Texts({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => {
        const [lead, ...others] = text.split(/(?<=\.) (?=\p{Lu})/u)
        return (
          <li key={text}>
            {others.length === 0 ? (
              <TextWithCode text={text} />
            ) : (
              <details>
                <summary>
                  <TextWithCode text={lead ?? ''} />
                </summary>
                <p>
                  <TextWithCode text={others.join(' ')} />
                </p>
              </details>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The footnote of a chart that says why the values with `FLAG_SIGN` are not comparable. */
export function FlagNote({ flag: { title, text, erratum }, root }: { flag: Flag; root: Root }) {
  return (
    <p className="fine footnote">
      {FLAG_SIGN} Not comparable ({title}): <TextWithCode text={text} />{' '}
      {erratum && <a href={`${root}errata#${erratum}`}>Erratum</a>}
    </p>
  )
}
