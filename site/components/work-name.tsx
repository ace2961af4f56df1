import { shorten } from '../src/charts/labels.ts'

const LONGEST = 60

/** What was done, as a table names it: a name of any length takes a line or two of it. */
export function WorkName({ work }: { work: string }) {
  const brief = shorten(work, LONGEST)
  return (
    <span className="name" title={brief === work ? undefined : work}>
      {brief}
    </span>
  )
}
