import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import type { FrozenEdition } from '../src/editions/edition-formats.ts'
import { transcribeCaching } from './transcription/caching-2017.ts'
import { transcribe2022 } from './transcription/mac-2022.ts'
import { transcribe2025 } from './transcription/mac-2025.ts'
import { transcribeRamDisk } from './transcription/ramdisk-2022.ts'
import { transcribe2026 } from './transcription/startup-2026.ts'
import { transcribeVirtualMachines } from './transcription/vm-2014.ts'

interface TranscribedSource {
  documents: Record<string, RunDocument>
  edition: FrozenEdition
}

/**
 * Makes every run document and edition that ships with the registry from `sources/`. Returns the texts of these files
 * by their path within this package. `node site/editions/transcribe.ts` writes the files; a test compares them byte for
 * byte.
 */
export function transcribe(): Map<string, string> {
  const sources: TranscribedSource[] = [
    transcribe2022(),
    transcribe2025(),
    transcribe2026(),
    ...[transcribeRamDisk(), transcribeCaching(), transcribeVirtualMachines()].map(withoutRuns),
  ]
  const files = new Map<string, string>()
  for (const { documents, edition } of sources) {
    for (const [name, document] of Object.entries(documents)) files.set(`documents/${name}.json`, toText(document))
    files.set(`editions/${edition.name}.json`, toText(edition))
  }
  return files
}

/**
 * Wraps an edition without run documents. Such an edition has a source that publishes no values, or whose address is
 * unknown.
 */
function withoutRuns(edition: FrozenEdition): TranscribedSource {
  return { documents: {}, edition }
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

if (import.meta.main) {
  for (const [name, text] of transcribe()) {
    const file = path.join(import.meta.dirname, '..', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
