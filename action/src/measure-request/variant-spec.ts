/**
 * The specification of one variant of a check, which compares two variants. If a member is absent, the variant uses the
 * current value.
 */
export interface VariantSpec {
  engine?: string
  image?: string
  dir?: string
}

/**
 * Parse the specification of a variant, such as `engine=docker,image=debian:13`.
 * @returns null for any other text, and for a repeated name
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
