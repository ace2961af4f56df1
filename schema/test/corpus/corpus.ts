import type { Entry } from './entry.ts'
import { parseEntries } from './parse-entries.ts'
import { schemaEntries } from './schema-entries.ts'
import { semanticEntries } from './semantic-entries.ts'
import { validEntries } from './valid-entries.ts'

/** Valid and invalid documents for any validator. `node schema/test/corpus/corpus.ts` prints them as JSON. */
export function corpus(): Entry[] {
  return [...validEntries(), ...parseEntries(), ...schemaEntries(), ...semanticEntries()]
}

if (import.meta.main) console.log(JSON.stringify(corpus(), null, 1))
