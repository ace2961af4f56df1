import { shorten } from '../src/charts/row-chart.ts'

const MAX_LENGTH = 60

/** The name of a workload in a table, shortened to fit two lines. */
export function WorkloadName({ work }: { work: string }) {
  const brief = shorten(work, MAX_LENGTH)
  return (
    <span className="name" title={brief === work ? undefined : work}>
      {brief}
    </span>
  )
}
