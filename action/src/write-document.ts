import { identify, type RunDocument, validateRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { assertNewFile, writeCompleteFile } from './output-file.ts'

/**
 * Writes the document of a run to a file. The file is named after the document's id, unless `out` gives another name.
 * @returns the file's name
 * @throws Problem: 2 if the file exists already, 3 if the disk does not accept it
 */
export function writeDocument(document: RunDocument, out: string | undefined, journal: string): string {
  const invalid = validateRun(document)
  if (invalid.length > 0)
    throw new Error(
      `The run document is not valid (${invalid[0]?.pointer} ${invalid[0]?.message}). Its samples are kept in ${journal}.`,
    )
  const file = out ?? `plimsoll-${identify(document).id.slice(0, 10)}.json`
  assertNewFile(file, '--out')
  try {
    writeCompleteFile(file, `${JSON.stringify(document, null, 1)}\n`)
  } catch (error) {
    throw new Problem(
      3,
      `Cannot write ${file} (${(error as NodeJS.ErrnoException).code}). Free disk space. Then \`plimsoll run --resume ${journal}\` writes the document.`,
    )
  }
  return file
}
