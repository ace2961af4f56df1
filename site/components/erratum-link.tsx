import type { Root } from '../src/page/shell.ts'

interface Properties {
  /** The anchor of the erratum on `/errata`; null if there is none. */
  erratum: string | null
  root: Root
}

/** A link beside a faulty figure to its erratum. */
export function ErratumLink({ erratum, root }: Properties) {
  if (erratum === null) return null
  return (
    <a className="flag" href={`${root}errata#${erratum}`}>
      erratum
    </a>
  )
}
