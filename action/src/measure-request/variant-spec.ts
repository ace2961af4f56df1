/** The specification of one variant of a check; an absent member means the current one. */
export interface VariantSpec {
  engine?: string
  image?: string
  dir?: string
}

/**
 * Parse `engine=docker,image=debian:13`.
 * @returns null for anything else, and for a repeated name
 */
export function parseVariantSpec(text: string): VariantSpec | null {
  const spec: VariantSpec = {}
  for (const part of text.split(',')) {
    const [, key, value] = /^(engine|image|dir)=(.+)$/s.exec(part) ?? []
    if (key === undefined || spec[key as keyof VariantSpec] !== undefined) return null
    spec[key as keyof VariantSpec] = value as string
  }
  return spec
}
