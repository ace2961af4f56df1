import { readFileSync, writeFileSync } from 'node:fs'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

const SCHEMA = new URL('./run.v1.schema.json', import.meta.url)
const TYPES = new URL('./src/run.v1.generated.ts', import.meta.url)

const BANNER = `// Generated from run.v1.schema.json by \`node schema/generate.ts\`: change the schema, not this file.`

/**
 * Returns the TypeScript types of the run document as the text of a module. The types are made from the JSON Schema.
 */
export async function generateTypes(): Promise<string> {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as JSONSchema
  return compile(schema, 'RunDocument', {
    bannerComment: BANNER,
    // The limits on the lengths of lists are for the validator. As tuple types, they would be unreadable.
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 120, trailingComma: 'all' },
  })
}

if (import.meta.main) writeFileSync(TYPES, await generateTypes())
