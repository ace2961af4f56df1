/** One variant of a check, as it is written; what is not said is as it is here. */
export interface VariantSpec {
  engine?: string
  image?: string
  dir?: string
}

/** Read `engine=docker,image=debian:13`. @returns null for anything else, and for what is said twice */
export function parseVariantSpec(text: string): VariantSpec | null {
  const spec: VariantSpec = {}
  for (const part of text.split(',')) {
    const [, key, value] = /^(engine|image|dir)=(.+)$/s.exec(part) ?? []
    if (key === undefined || spec[key as keyof VariantSpec] !== undefined) return null
    spec[key as keyof VariantSpec] = value as string
  }
  return spec
}
