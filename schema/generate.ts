import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

const SCHEMA = new URL('run.v1.schema.json', import.meta.url)

/** The file of the types of the run document. */
export const TYPES = fileURLToPath(new URL('src/run.v1.generated.ts', import.meta.url))

/** Returns the TypeScript types of the run document, from its JSON Schema, as the text of a module. */
export async function generateTypes(): Promise<string> {
  return compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as JSONSchema, 'RunDocument', {
    bannerComment:
      '// Generated from run.v1.schema.json by `node schema/generate.ts`: change the schema, not this file.',
    // The limits on the lengths of lists are for the validator. As tuple types, they would be unreadable.
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 120, trailingComma: 'all' },
  })
}

if (import.meta.main) writeFileSync(TYPES, await generateTypes())
