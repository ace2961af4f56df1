import { shorten } from '../src/charts/labels.ts'

const LONGEST = 60

/** The name of a workload in a table: a long name takes one or two lines. */
export function WorkName({ work }: { work: string }) {
  const brief = shorten(work, LONGEST)
  return (
    <span className="name" title={brief === work ? undefined : work}>
      {brief}
    </span>
  )
}
