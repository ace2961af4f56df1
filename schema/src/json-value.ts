/** A JSON text after parsing (RFC 8259). */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }
