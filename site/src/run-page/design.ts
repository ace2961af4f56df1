import { formatDuration, formatShare, type RunDocument } from '@plimsoll/schema'
import { type Html, html } from '../html.ts'
import { formatTime } from '../page/titles.ts'
import { isProject } from '../store/slug.ts'

/** Renders the design of the run, which was fixed before its first sample, and the harness that measured the run. */
export function renderDesign({ design, suite, harness, startedAt, finishedAt, source }: RunDocument): Html {
  return html`<dl class="facts">
${fact('Rounds', `up to ${design.rounds} per benchmark${design.warmups > 0 ? `, after up to ${design.warmups} warm-ups` : ''}`)}
${rulesOf(design)}${fact('Engines', design.engines === 'unknown' ? 'order not recorded' : design.engines)}
${fact('Seed', design.seed === null ? 'none' : String(design.seed))}
${fact('Started, finished', `${formatTime(startedAt)}, ${formatTime(finishedAt)}`)}
${fact('Measured with', `${harness.name}, version ${harness.version}`)}
${source?.repository && fact('Project', html`${projectLink(source.repository)} ${source.ref}`)}
${source?.commit && digest('Commit', source.commit)}
${digest('Plan', design.planDigest)}
${digest('Suite', suite.digest)}
${digest('Agent', harness.agentDigest)}
</dl>`
}

/**
 * Renders the rule that set the number of rounds, and the rules of a check: its looks (the numbers of rounds after which
 * it may stop), and which change is reported.
 */
function rulesOf({ roundsRule, looks, threshold, level }: RunDocument['design']): Html[] {
  return [
    roundsRule !== undefined &&
      fact(
        'Rounds set by',
        `the spread of the first ${roundsRule.after} rounds of each workload, for ratios within ±${formatShare(roundsRule.halfWidth)}, in at most ${formatDuration(roundsRule.longest * 1e9)}`,
      ),
    looks.length > 0 && fact('Interim analyses', `after ${looks.join(', ')} rounds`),
    threshold !== null && fact('Smallest change reported', formatShare(threshold)),
    level !== null && fact('False-positive rate', `at most ${formatShare(level)} per check`),
  ].filter((rule) => rule !== false)
}

/** Links to the page with all runs of the project, if a page can have the project's name. */
function projectLink(repository: string): Html | string {
  const project = repository.toLowerCase()
  return isProject(project) ? html`<a href="../projects/${project}">${repository}</a>` : repository
}

function fact(title: string, value: Html | string): Html {
  return html`<div><dt>${title}</dt><dd>${value}</dd></div>`
}

function digest(title: string, value: string | null): Html | null {
  return value === null ? null : html`<div class="broad"><dt>${title}</dt><dd><code>${value}</code></dd></div>`
}
