import { asDataUrl, type CitationData, citationFormats, citePlain } from '../src/cite/citation-formats.ts'
import { Copyable } from './copyable.tsx'
import { Fact } from './fact.tsx'

/** The citation of a run, an edition or a source: in plain text, and in every citation format to copy or save. */
export function CitationBox({ data }: { data: CitationData }) {
  const { kind, name, hash, url } = data
  const of = kind === 'run' ? '' : ` of the ${kind}`
  return (
    <>
      <div className="copyable">
        <p className="cite" data-copy={`the citation${of}`}>
          {citePlain(data)}
        </p>
      </div>
      <div className="formats">
        {citationFormats(data).map((format) => (
          <details key={format.title}>
            <summary>{format.title}</summary>
            <Copyable text={format.text} label={`the ${format.title}${of}`} />
            <p>
              <a href={asDataUrl(format)} download={format.file}>
                Download {format.title}
              </a>
            </p>
          </details>
        ))}
      </div>
      <dl className="facts">
        {hash !== null && (
          <Fact title={`Hash of the ${kind === 'run' ? 'document' : 'edition'}`} broad>
            <code>{hash}</code>
          </Fact>
        )}
        <Fact title="Address" broad>
          <code>{url ?? (kind === 'source' ? 'unknown' : `/${kind}s/${name}`)}</code>
        </Fact>
      </dl>
    </>
  )
}
