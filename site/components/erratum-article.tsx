import type { Erratum, Exhibit } from '../src/errata/errata.ts'
import { DataTable } from './data-table.tsx'
import type { Root } from './site-frame.tsx'

interface Properties {
  erratum: Erratum
  /** The ids of the runs that ship with the registry, by the name of their document. */
  runs: Record<string, string>
}

/** One erratum: the published claim, the error in the claim, the evidence, and the data. */
export function ErratumArticle({ erratum, runs }: Properties) {
  const { code, title, published, found, exhibit, files, documents } = erratum
  return (
    <article className="erratum" id={code} aria-labelledby={`${code}-title`}>
      <h3 id={`${code}-title`}>
        <a href={`#${code}`}>{title}</a>
      </h3>
      <p className="published">
        <span>Published:</span> {published}
      </p>
      {found.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {exhibit !== null && <ExhibitTable exhibit={exhibit} />}
      <p className="fine">
        Data:{' '}
        {files.map((file, index) => (
          <span key={file}>
            {index > 0 && ', '}
            <a href={`editions/sources/${file}`}>{file}</a>
          </span>
        ))}
        {documents.length > 0 && '; runs '}
        {documents.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <a href={`runs/${runs[name]}`}>
              <code>{runs[name]?.slice(0, 10)}</code>
            </a>
          </span>
        ))}
        .
      </p>
    </article>
  )
}

function ExhibitTable({ exhibit: { caption, columns, rows, raw } }: { exhibit: Exhibit }) {
  return (
    <>
      <DataTable
        label={caption}
        caption={caption}
        className="figures"
        columns={columns.map((column, index) => [column, index === 0 ? undefined : 'number'] as const)}
        rows={rows.map((fields) => ({ key: fields[0] ?? '', fields }))}
      />
      {raw.length > 0 && (
        <details>
          <summary>All samples, as in the files</summary>
          <dl className="raw">
            {raw.map(({ title, values }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{values.join(' ')}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

interface LinkProperties {
  /** The anchor of the erratum on `/errata`; null if there is none. */
  erratum: string | null
  root: Root
}

/** A link beside a faulty figure to its erratum. */
export function ErratumLink({ erratum, root }: LinkProperties) {
  if (erratum === null) return null
  return (
    <a className="flag" href={`${root}errata#${erratum}`}>
      erratum
    </a>
  )
}
