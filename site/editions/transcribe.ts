import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunDocument } from '@plimsoll/schema'
import type { FrozenEdition } from '../src/editions/frozen.ts'
import { transcribeCaching } from './transcription/caching-2017.ts'
import { transcribe2022 } from './transcription/mac-2022.ts'
import { transcribe2025 } from './transcription/mac-2025.ts'
import { transcribeRamDisk } from './transcription/ramdisk-2022.ts'
import { transcribe2026 } from './transcription/startup-2026.ts'
import { transcribeVirtualMachines } from './transcription/vm-2014.ts'

interface Transcribed {
  documents: Record<string, RunDocument>
  edition: FrozenEdition
}

/**
 * Everything that ships with the registry, made from `sources/`: the text of each run document and each edition, by
 * its path within this package. `node site/editions/transcribe.ts` writes them; a test compares them byte for byte.
 */
export function transcribe(): Map<string, string> {
  const sources: Transcribed[] = [
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

/** What a source publishes without values, or without where it is published, is an edition and no run. */
function withoutRuns(edition: FrozenEdition): Transcribed {
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
