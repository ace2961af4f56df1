import { readFileSync, writeFileSync } from 'node:fs'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

const SCHEMA = new URL('./run.v1.schema.json', import.meta.url)
const TYPES = new URL('./src/run.v1.generated.ts', import.meta.url)

const BANNER = `// Generated from run.v1.schema.json by \`node schema/generate.ts\`: change the schema, not this file.`

/** The TypeScript types of the run document, as the text of a module, from the JSON Schema. */
export async function generateTypes(): Promise<string> {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as JSONSchema
  return compile(schema, 'RunDocument', {
    bannerComment: BANNER,
    // Caps on list lengths are for the validator; as tuple types they would be unreadable.
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 120, trailingComma: 'all' },
  })
}

if (import.meta.main) writeFileSync(TYPES, await generateTypes())
