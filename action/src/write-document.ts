import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { identify, type RunDocument, validateRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { assertNewFile } from './check-output-file.ts'

/**
 * Write the document of a run to a file, named after its id unless `out` names another.
 * @returns the file's name
 * @throws Problem: 2 when the file exists already, 3 when the disk does not accept it
 */
export function writeDocument(document: RunDocument, out: string | undefined, journal: string): string {
  const invalid = validateRun(document)
  if (invalid.length > 0)
    throw new Error(
      `the run document is not valid (${invalid[0]?.pointer} ${invalid[0]?.message}); the samples are in ${journal}`,
    )
  const file = out ?? `plimsoll-${identify(document).id.slice(0, 10)}.json`
  assertNewFile(file, '--out')
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(document, null, 1)}\n`)
    renameSync(`${file}.new`, file) // renamed, so that the file is never incomplete
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    throw new Problem(
      3,
      `Cannot write ${file} (${(error as NodeJS.ErrnoException).code}). Make space, then run \`plimsoll run --resume ${journal}\` to write it.`,
    )
  }
  return file
}
