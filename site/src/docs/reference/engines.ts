import type { Listing } from './listing.ts'
import { code, markdownTable } from './table.ts'

/** Returns the page of the engines, from their files in `action/src/engines/`. */
export function enginesPage({ knownEngines }: Listing): string {
  return `# Engines

\`plimsoll doctor\` shows the engines that are here and \`plimsoll list\` their ids. Every docker context is looked at; two that
lead to the same engine count once, and of two engines of one product the second is \`docker-2\`.

${markdownTable(
  ['engine', 'id', 'found by', 'read from'],
  knownEngines.map(({ product, id, foundBy, readFrom }) => [product, code(id), foundBy, readFrom]),
)}

Of Lima and Colima the version is the product's, with that of the Docker in it behind: \`2.2.0 (Docker 28.5.1)\`. Each can change
without the other.

## Requested and effective

Both are kept, because they differ: a mount type may be converted silently, a virtual machine may have less memory than asked
for. Each effective value says how it is known:

| confidence | means |
| --- | --- |
| observed | read back where the work runs, such as the file system of the target in \`/proc/mounts\` |
| declared | the product says so, and nobody looked |
| inferred | follows from something else that is known |
| unknown | nobody knows; nothing is guessed |

## Emulated

A virtual machine whose CPU is emulated (\`accelerator: tcg\`) is many times slower. It is measured where that is asked for, and
compared with nothing outside its own run.

Which of these were tried, and on what, is in [Not yet tried](not-yet-tried.md).
`
}
