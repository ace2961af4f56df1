import {
  asDataUrl,
  type CitationData,
  type CitationFormat,
  citationFormats,
  citePlain,
} from '../src/cite/citation-formats.ts'
import { Copyable } from './copyable.tsx'
import { Fact } from './text.tsx'

/** The citation of a run, an edition or a source: in plain text, and in every citation format to save or copy. */
export function CitationBox({ data }: { data: CitationData }) {
  const { kind, name, hash, url } = data
  const of = kind === 'run' ? '' : ` of the ${kind}`
  const formats = citationFormats(data)
  return (
    <>
      <div className="copyable">
        <p className="cite" data-copy={`the citation${of}`}>
          {citePlain(data)}
        </p>
      </div>
      <p className="ways">
        Download
        {formats.map((format) => (
          <CitationLink key={format.title} format={format} />
        ))}
      </p>
      <div className="formats">
        {formats.map(({ title, text }, at) => (
          <Copyable key={title} text={text} label={`the ${title}${of}`} summary={title} isOpen={at === 0} />
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

/** A link that saves a citation in one format, named after the format. */
export function CitationLink({ format }: { format: CitationFormat }) {
  return (
    <a href={asDataUrl(format)} download={format.file}>
      {format.title}
    </a>
  )
}
