import { readFileSync } from 'node:fs'
import path from 'node:path'
import { objectOf, type Schema, typeOf } from './schema.ts'
import { code, markdownTable, sentence } from './table.ts'

/** Returns the page of all fields of a run document, from its schema. @param repository the repository's directory */
export function documentPage(repository: string): string {
  const schema = JSON.parse(readFileSync(path.join(repository, 'schema/run.v1.schema.json'), 'utf8')) as Schema
  const definitions = Object.entries(schema.$defs ?? {})
  const objects = definitions.filter(([, definition]) => objectOf(definition) !== undefined)
  const others = definitions.filter(([, definition]) => objectOf(definition) === undefined)
  return `# The run document

${sentence(schema.description ?? '')} This page is generated from the [JSON Schema](../../schema/run.v1.schema.json), which is
authoritative. Every listed field is required unless marked as optional; other fields are rejected.

## Name

A document is identified by its content. Plimsoll parses it strictly (no duplicate key, no lone surrogate, no number that a double
cannot hold), writes it as canonical JSON (RFC 8785), and hashes that with SHA-256. The id is the first 26 base32 characters of the
hash. \`plimsoll validate FILE\` prints the id and the hash.

## Fields

${fieldTable(schema)}

${objects.map(([name, definition]) => `## ${name}\n\n${about(definition)}${fieldTable(objectOf(definition) as Schema)}`).join('\n\n')}

## Value types

${markdownTable(
  ['name', 'type', 'description'],
  others.map(([name, definition]) => [code(name), typeOf(definition), definition.description ?? '']),
)}
`
}

function about({ description }: Schema): string {
  return description === undefined ? '' : `${sentence(description)}\n\n`
}

function fieldTable(schema: Schema): string {
  return markdownTable(['field', 'type', 'description'], rowsOf(schema, ''))
}

/**
 * Returns one row per field. If a field is an object without a name of its own, the fields of this object follow its
 * row.
 */
function rowsOf(schema: Schema, before: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = objectOf(field)
    const type = typeOf(field).replace('object', inner ? 'object' : 'object of names and values')
    const absent = schema.required?.includes(name) ? '' : 'Optional.'
    const what = [field.description && sentence(field.description), absent].filter(Boolean).join(' ')
    const row = [code(`${before}${name}`), type, what]
    return inner ? [row, ...rowsOf(inner, `${before}${name}${field.type === 'array' ? '[]' : ''}.`)] : [row]
  })
}
