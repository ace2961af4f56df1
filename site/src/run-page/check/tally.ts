import { type Check, countOutcomes, describeUnfit, type Outcome, UNFIT } from '@plimsoll/schema'
import { type Html, html } from '../../html.ts'

/** What a reader came for: how many cells are slower, or the one sentence that says why none is called. */
export function renderTally(check: Check): Html {
  const counts = countOutcomes(check).map(({ outcome, title, count }) => {
    const mark = count === 0 ? 'verdict none' : `verdict ${classOf(outcome)}`
    return html`<span class="${mark}">${count} ${title}</span>`
  })
  if (check.status === 'fit') return html`<p class="tally">${separate(counts)}</p>`
  const unfit = html`<span class="verdict uncalled">${UNFIT}</span>`
  return html`<p class="tally">${separate([unfit, ...counts])}</p>${
    check.nullPair && html`<p class="lede">${describeUnfit(check.nullPair, check.nullPair.interval)}</p>`
  }`
}

function separate(parts: Html[]): Html[] {
  return parts.map((part, index) => (index === 0 ? part : html` · ${part}`))
}

/** The class of what stands for an outcome; it has a colour and a sign. */
export function classOf(outcome: Outcome): string {
  return outcome.replace(' ', '-')
}
