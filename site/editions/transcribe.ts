import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transcribe2022 } from './transcription/mac-2022.ts'
import { transcribe2025 } from './transcription/mac-2025.ts'

/**
 * Everything that ships with the registry, made from `sources/`: the text of each run document and each edition, by
 * its path within this package. `node site/editions/transcribe.ts` writes them; a test compares them byte for byte.
 */
export function transcribe(): Map<string, string> {
  const files = new Map<string, string>()
  for (const { documents, edition } of [transcribe2022(), transcribe2025()]) {
    for (const [name, document] of Object.entries(documents)) files.set(`documents/${name}.json`, toText(document))
    files.set(`editions/${edition.name}.json`, toText(edition))
  }
  return files
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
