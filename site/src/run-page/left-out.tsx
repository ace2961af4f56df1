/**
 * The maximum number of benchmarks in a table of a page. Runs of a suite on five engines have 335; with thousands, a page
 * is neither readable nor quickly made.
 */
export const MAX_BENCHMARKS = 500

/**
 * Says how many rows of a table are not shown, with links to all of them. Nothing if all are shown.
 * @param id the id of the run
 * @param noun what the rows are, in the plural, for example `benchmarks`
 */
export function LeftOut({ id, shown, all, noun }: { id: string; shown: number; all: number; noun: string }) {
  if (shown >= all) return null
  return (
    <p className="fine">
      The first {shown} of {all} {noun} are shown. The <a href={`${id}.csv`}>CSV file</a> has every sample of all of
      them, and so has <a href={`${id}.json`}>the document</a>.
    </p>
  )
}
