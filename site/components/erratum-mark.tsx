import type { Root } from '../src/page/shell.ts'

interface Properties {
  /** Its anchor on `/errata`; null: there is nothing to mark. */
  erratum: string | null
  root: Root
}

/** What stands beside a figure in which something was found wrong, and leads to what. */
export function ErratumMark({ erratum, root }: Properties) {
  if (erratum === null) return null
  return (
    <a className="flag" href={`${root}errata#${erratum}`}>
      erratum
    </a>
  )
}
