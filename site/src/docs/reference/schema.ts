/** The part of JSON Schema that this project's schemas use. */
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

/**
 * Describes the type of a value, for example `string`, `list of benchmark` or `one of "a", "b"`. If the schema refers
 * to a definition, the description is the name of the definition.
 */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.type === 'array') return schema.items ? `list of ${typeOf(schema.items)}` : 'list'
  return [schema.type ?? 'anything'].flat().join(' or ')
}

/**
 * Returns the schema of an object: the given schema, the schema of a list's items, or the schema of one of several
 * choices. Returns undefined if none of these describes an object.
 */
export function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectOf(schema.items)
  return (schema.oneOf ?? schema.anyOf)?.find(({ properties }) => properties)
}
