import { identify, MAX_DOCUMENT_BYTES, type RunDocument, validateRun } from '@plimsoll/schema'
import { Problem } from '@plimsoll/workloads'
import { assertNewFile, writeCompleteFile } from './output-file.ts'

/**
 * Writes a document to a file. The file is named after the document's id, unless `out` gives another name.
 * @param journal the file that has the samples too; null if there is none
 * @returns the file's name
 * @throws Problem: 2 if the file exists already or the document is larger than any command reads, 3 if the disk does not
 * accept it
 */
export function writeDocument(document: RunDocument, out: string | undefined, journal: string | null): string {
  const kept = journal === null ? '' : ` Its samples are kept in ${journal}.`
  const invalid = validateRun(document)
  if (invalid.length > 0)
    throw new Error(`The run document is not valid (${invalid[0]?.pointer} ${invalid[0]?.message}).${kept}`)
  const text = [JSON.stringify(document, null, 1), JSON.stringify(document)].find(
    (text) => Buffer.byteLength(text) < MAX_DOCUMENT_BYTES,
  )
  if (text === undefined)
    throw new Problem(
      2,
      `The run document is larger than ${MAX_DOCUMENT_BYTES / 1e6} MB, the limit of all commands and registries, so it was not written.${kept} Measure fewer benchmarks or rounds in one run.`,
    )
  const file = out ?? `plimsoll-${identify(document).id.slice(0, 10)}.json`
  assertNewFile(file, '--out')
  try {
    writeCompleteFile(file, `${text}\n`)
  } catch (error) {
    const again = journal === null ? '' : ` Then \`plimsoll run --resume ${journal}\` writes the document.`
    throw new Problem(3, `Cannot write ${file} (${(error as NodeJS.ErrnoException).code}). Free disk space.${again}`)
  }
  return file
}
