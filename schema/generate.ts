import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

const RUN = path('run.v1.schema.json')

/** The schemas whose types are generated, each with the file of its types and the name of the described type. */
export const GENERATED = [
  { schema: RUN, types: path('src/run.v1.generated.ts'), name: 'RunDocument' },
  {
    schema: path('../action/src/measure-request/request.schema.json'),
    types: path('../action/src/measure-request/request.generated.ts'),
    name: 'MeasureRequest',
  },
]

/** Returns the TypeScript types that a JSON Schema describes, as the text of a module. */
export async function generateTypes({ schema, name }: (typeof GENERATED)[number]): Promise<string> {
  return compile(JSON.parse(readFileSync(schema, 'utf8')) as JSONSchema, name, {
    bannerComment: `// Generated from ${basename(schema)} by \`node schema/generate.ts\`: change the schema, not this file.`,
    // The limits on the lengths of lists are for the validator. As tuple types, they would be unreadable.
    ignoreMinAndMaxItems: true,
    style: { semi: false, singleQuote: true, printWidth: 120, trailingComma: 'all' },
    // Another schema refers to parts of the run document by its id, which is no address.
    $refOptions: {
      resolve: { run: { order: 1, canRead: /^urn:plimsoll:schema:run:v1/, read: () => readFileSync(RUN, 'utf8') } },
    },
  })
}

function path(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

if (import.meta.main) for (const generated of GENERATED) writeFileSync(generated.types, await generateTypes(generated))
