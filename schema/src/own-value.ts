/**
 * Returns the value that a table has under a name; undefined if it has none. The names of documents may be
 * `constructor`, which every object inherits.
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
