import { type Check, countOutcomes, describeUnreliable, type Outcome, UNRELIABLE } from '@plimsoll/schema'
import { type Html, html } from '../../html.ts'

/**
 * Renders the headline of a check: how many benchmarks have each verdict. If the check is unreliable, adds one sentence
 * on why.
 */
export function renderTally(check: Check): Html {
  const counts = countOutcomes(check).map(({ outcome, title, count }) => {
    const className = count === 0 ? 'verdict none' : `verdict ${classOf(outcome)}`
    return html`<span class="${className}">${count} ${title}</span>`
  })
  if (check.status === 'reliable') return html`<p class="tally">${separate(counts)}</p>`
  const unreliable = html`<span class="verdict unreported">${UNRELIABLE}</span>`
  return html`<p class="tally">${separate([unreliable, ...counts])}</p>${
    check.nullPair && html`<p class="lede">${describeUnreliable(check.nullPair, check.nullPair.interval)}</p>`
  }`
}

function separate(parts: Html[]): Html[] {
  return parts.map((part, index) => (index === 0 ? part : html` · ${part}`))
}

/** Returns the CSS class of an outcome. The class sets the outcome's colour and sign. */
export function classOf(outcome: Outcome): string {
  return outcome.replace(' ', '-')
}
