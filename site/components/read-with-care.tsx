import { plural } from '../src/page/titles.ts'
import { TextWithCode } from './text-with-code.tsx'

/** Warnings before figures. Each leads with its first sentence; the others are folded, and so are texts beyond `shown`. */
export function ReadWithCare({ texts, shown = texts.length }: { texts: readonly string[]; shown?: number }) {
  if (texts.length === 0) return null
  const folded = texts.slice(shown)
  return (
    <div className="warning" role="note">
      <h2>Read with care</h2>
      <Texts texts={texts.slice(0, shown)} />
      {folded.length > 0 && (
        <details>
          <summary>{plural(folded.length, 'more note')}</summary>
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
