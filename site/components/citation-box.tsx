import { asDataUrl, type CitationData, citationFormats, citePlain } from '../src/cite/citation-formats.ts'
import { Fact } from './fact.tsx'

/** The citation of a run or an edition: in plain text, and in every citation format to copy or save. */
export function CitationBox({ data }: { data: CitationData }) {
  const { kind, name, hash, url } = data
  return (
    <>
      <p className="cite">{citePlain(data)}</p>
      <div className="formats">
        {citationFormats(data).map((format) => (
          <details key={format.title}>
            <summary>{format.title}</summary>
            <pre>{format.text}</pre>
            <p>
              <a href={asDataUrl(format)} download={format.file}>
                Download {format.title}
              </a>
            </p>
          </details>
        ))}
      </div>
      <dl className="facts">
        <Fact title={`Hash of the ${kind === 'run' ? 'document' : 'edition'}`} broad>
          <code>{hash}</code>
        </Fact>
        <Fact title="Address" broad>
          <code>{url ?? `/${kind}s/${name}`}</code>
        </Fact>
      </dl>
    </>
  )
}
