import type { Listing } from './listing.ts'
import { code, markdownTable } from './table.ts'

/** Returns the page of the engines, from their files in `workloads/src/engines/`. */
export function enginesPage({ supportedEngines }: Listing): string {
  return `# Engines

\`plimsoll doctor\` shows the engines found on your machine and \`plimsoll list\` their ids. Plimsoll checks every docker
context, and counts two contexts of the same engine once. If a product has two engines, the id of the second engine ends with a
number, such as \`docker-2\`.

${markdownTable(
  ['engine', 'id', 'found by', 'data from'],
  supportedEngines.map(({ product, id, foundBy, readFrom }) => [product, code(id), foundBy, readFrom]),
)}

For Lima and Colima, the version of the product is followed by the version of Docker in its virtual machine:
\`2.2.0 (Docker 28.5.1)\`. Either version can change without the other.

## Requested and effective

A run document records both the requested and the effective settings, because they can differ: an engine may silently use
another mount type, and a virtual machine may have less memory than requested. Each effective value has a confidence:

| confidence | meaning |
| --- | --- |
| observed | read back where the benchmark runs, such as the file system of the target in \`/proc/mounts\` |
| declared | reported by the product, not verified |
| inferred | derived from other known values |
| unknown | not known; no value is guessed |

## Emulated CPUs

A virtual machine whose CPU is emulated (\`accelerator: tcg\`) is many times slower. Plimsoll measures it only if you
request it, and compares its times only with each other.

Plimsoll never starts or stops your engines. Only the action, with its input \`set-up\`, starts
[Lima or Colima](action.md#lima-and-colima), in a virtual machine of its job.

[Not yet tried](not-yet-tried.md) lists which engines were tested, and on which systems.
`
}
