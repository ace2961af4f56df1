import { canonicalize, type JsonValue, type RunDocument } from '@plimsoll/schema'
import { hasSlotsMark, type InterruptedJournal, Problem, samplesDirectory } from '@plimsoll/workloads'
import type { MeasureRequest } from './request.generated.ts'

/**
 * Ensures that a journal is from a run here: that its run did not belong to another repository, and that Plimsoll creates
 * folders only where it did so before or where the flags say.
 * @param source the source of a run that starts here
 * @throws Problem (2)
 */
export function assertOwnJournal(
  { file, start }: Pick<InterruptedJournal, 'file' | 'start'>,
  { dir, declared }: Pick<MeasureRequest, 'dir' | 'declared'>,
  source: RunDocument['source'],
): void {
  if (start.source !== null && (source === null || start.source.repository !== source.repository))
    throw new Problem(
      2,
      `The run with the journal ${file} is of the repository ${start.source.repository ?? '(unknown)'}. Resume it in a job of that repository, or start a new run.`,
    )
  const isOwn = start.directory === samplesDirectory() || hasSlotsMark(start.directory)
  if (dir === undefined && !isOwn)
    throw new Problem(
      2,
      `The run with the journal ${file} had its files in ${start.directory}, which has no folder of Plimsoll. To resume the run there, add --dir.`,
    )
  if (canonicalize(declared as unknown as JsonValue) !== canonicalize(start.declared as unknown as JsonValue))
    throw new Problem(
      2,
      `The run with the journal ${file} was started with other folders of --nfs or --synced. Repeat the flags of its start.`,
    )
}
