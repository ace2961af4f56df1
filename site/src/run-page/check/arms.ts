import type { ArmOrigin, Cell, Check, RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../../html.ts'

/** What base and head are. */
export function renderArms({ design: { arms } }: RunDocument): Html | null {
  if (!arms) return null
  return html`<dl class="facts arms">${(['base', 'head'] as const).map(
    (arm) => html`<div><dt>${arm === 'base' ? 'Base' : 'Head'}</dt><dd>${describeArm(arms[arm])}</dd></div>`,
  )}</dl>`
}

/** What an arm is called. */
export function armTitle(arm: NonNullable<Cell['arm']>): string {
  return arm === 'second-base' ? 'second base' : arm
}

/** The indexes of all cells, the arms of one cell side by side: base, head, and the second base where there is one. */
export function armsTogether({ cells }: RunDocument, { cells: checked, nullPair }: Check): number[] {
  const beside = new Map(checked.map(({ base, head }) => [base, [base, head]]))
  if (nullPair !== null) beside.set(nullPair.base, [...(beside.get(nullPair.base) ?? [nullPair.base]), nullPair.second])
  const moved = new Set([...beside.values()].flatMap(([, ...others]) => others))
  return cells.flatMap((_, index) => (moved.has(index) ? [] : (beside.get(index) ?? [index])))
}

function describeArm({ commit, engine, image }: ArmOrigin): Html {
  const known = [
    commit && html`commit <code>${commit.slice(0, 10)}</code>`,
    engine && html`engine ${engine}`,
    image && html`image ${image}`,
  ].filter(Boolean)
  return known.length === 0 ? html`files not committed` : html`${known.map((part, index) => [index > 0 && ', ', part])}`
}
