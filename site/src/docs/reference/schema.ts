/** The part of JSON Schema that this project's schemas are written in. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  $defs?: Record<string, Schema>
}

/** What a value may be, in words: `string`, `list of benchmark`, `one of "a", "b"`. A definition is told by its name. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.type === 'array') return schema.items ? `list of ${typeOf(schema.items)}` : 'list'
  return [schema.type ?? 'anything'].flat().join(' or ')
}

/** The object a schema describes, behind a list of it, or the one of its choices that is one; else undefined. */
export function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectOf(schema.items)
  return (schema.oneOf ?? schema.anyOf)?.find(({ properties }) => properties)
}
