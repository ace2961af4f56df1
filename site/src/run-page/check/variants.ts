import type { Benchmark, Check, RunDocument, VariantOrigin } from '@plimsoll/schema'
import { type Html, html } from '../../html.ts'

/** Renders where base and head, the two variants of a check, come from; null if the document does not name it. */
export function renderVariants({ design: { variants } }: RunDocument): Html | null {
  if (!variants) return null
  return html`<dl class="facts variants">${(['base', 'head'] as const).map(
    (variant) =>
      html`<div><dt>${variant === 'base' ? 'Base' : 'Head'}</dt><dd>${describeVariant(variants[variant])}</dd></div>`,
  )}</dl>`
}

/** Returns the label of a variant of a check. */
export function variantTitle(variant: NonNullable<Benchmark['variant']>): string {
  return variant === 'second-base' ? 'second base' : variant
}

/**
 * Returns the indexes of all benchmarks of a check, ordered so that the variants of a benchmark are adjacent: base,
 * head, second base.
 */
export function groupVariants({ benchmarks }: RunDocument, { benchmarks: checked, nullPair }: Check): number[] {
  const beside = new Map(checked.map(({ base, head }) => [base, [base, head]]))
  if (nullPair !== null) beside.set(nullPair.base, [...(beside.get(nullPair.base) ?? [nullPair.base]), nullPair.second])
  const moved = new Set([...beside.values()].flatMap(([, ...others]) => others))
  return benchmarks.flatMap((_, index) => (moved.has(index) ? [] : (beside.get(index) ?? [index])))
}

function describeVariant({ commit, engine, image }: VariantOrigin): Html {
  const facts = [
    commit && html`commit <code>${commit.slice(0, 10)}</code>`,
    engine && html`engine ${engine}`,
    image && html`image ${image}`,
  ].filter(Boolean)
  return facts.length === 0 ? html`files not committed` : html`${facts.map((part, index) => [index > 0 && ', ', part])}`
}
