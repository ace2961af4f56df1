import { readFileSync } from 'node:fs'
import { code, markdownTable, sentence } from './table.ts'

/** The part of JSON Schema that this project's schemas use. */
interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  $defs?: Record<string, Schema>
}

const read = (file: string): Schema =>
  JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')) as Schema

/** The fields of a run document: those of the document, those of each object in it, and the types of values. */
export function documentFields(): { fields: string; objects: string; types: string } {
  const schema = read('schema/run.v1.schema.json')
  const definitions = Object.entries(schema.$defs ?? {})
  const objects = definitions.flatMap(([name, definition]) => {
    const object = objectOf(definition)
    const about = definition.description === undefined ? [] : [sentence(definition.description)]
    return object === undefined ? [] : [`## ${name}`, ...about, typedTable(object)]
  })
  const types = definitions
    .filter(([, definition]) => objectOf(definition) === undefined)
    .map(([name, definition]) => [code(name), typeOf(definition), definition.description ?? ''])
  return {
    fields: typedTable(schema),
    objects: objects.join('\n\n'),
    types: markdownTable(['name', 'type', 'description'], types),
  }
}

/** The fields of a workload file, and of a metric in it. */
export function workloadFields(): { file: string; metric: string } {
  const schema = read('workloads/workload.schema.json')
  const table = ({ properties = {}, required = [] }: Schema) =>
    markdownTable(
      ['field', 'required', 'description'],
      Object.entries(properties).map(([name, { description = '' }]) => [
        code(name),
        required.includes(name) ? 'yes' : '',
        sentence(description),
      ]),
    )
  return { file: table(schema), metric: table(schema.properties?.metrics?.items ?? {}) }
}

function typedTable(schema: Schema): string {
  return markdownTable(['field', 'type', 'description'], rowsOf(schema, ''))
}

/** A row for each field. The fields of an object without a name of its own follow its row. */
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

/** The type of a value, for example `string`, `list of benchmark` or `"a", "b"`. A definition is named. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.type === 'array') return schema.items ? `list of ${typeOf(schema.items)}` : 'list'
  return [schema.type ?? 'anything'].flat().join(' or ')
}

/** The schema of an object: the given one, that of a list's items, or that of one of several choices. */
function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectOf(schema.items)
  return (schema.oneOf ?? schema.anyOf)?.find(({ properties }) => properties)
}
