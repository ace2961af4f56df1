import { GENERATED } from '../src/store/generated.ts'

/** Marks a figure of a run whose figures a program made up. Empty for a figure of another origin. */
export function GeneratedMark({ origin }: { origin: string }) {
  return origin === 'generated' ? <span className="flag generated">{GENERATED}</span> : null
}
