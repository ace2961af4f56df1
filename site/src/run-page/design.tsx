import { formatDuration, formatShare, type RunDocument } from '@plimsoll/schema'
import { Fact } from '../../components/text.tsx'
import { formatTime, hasSuite } from '../page-parts/titles.ts'
import type { Project } from '../provenance/project.ts'
import { namePage, projectPage } from '../store/slug.ts'

/**
 * The design of the run, which was fixed before its first sample, and the harness that measured the run.
 * @param project the project that a signature proves; null without one
 */
export function Design({ document, project }: { document: RunDocument; project: Project | null }) {
  const { design, suite, harness, startedAt, finishedAt, source, origin } = document
  const repository = project?.repository ?? source?.repository
  const digests = [
    ['Commit', source?.commit],
    ['Plan', design.planDigest],
    ['Digest of the suite', suite.digest],
    ['Agent', harness.agentDigest],
  ] as const
  return (
    <dl className="facts">
      <Fact title="Suite">
        {hasSuite(document) ? `${suite.name}, version ${suite.version}` : 'none: the workloads were named for this run'}
      </Fact>
      <Fact title="Rounds">
        {`up to ${design.rounds} per benchmark${design.warmups > 0 ? `, after up to ${design.warmups} warm-ups` : ''}`}
      </Fact>
      <Rules {...design} />
      <Fact title="Engines">{design.engines === 'unknown' ? 'order not recorded' : design.engines}</Fact>
      <Fact title="Seed">{design.seed === null ? 'none' : design.seed}</Fact>
      <Fact title={DATES[origin.kind]}>
        {startedAt === finishedAt
          ? `on ${formatTime(startedAt)}`
          : `from ${formatTime(startedAt)} to ${formatTime(finishedAt)}`}
      </Fact>
      <Fact title="Measured with">
        {harness.name}, version {harness.version}
      </Fact>
      {repository && (
        <Fact title="Project">
          <ProjectLink repository={repository} project={project} /> {source?.ref}
        </Fact>
      )}
      {digests.map(
        ([title, value]) =>
          value && (
            <Fact key={title} title={title} broad>
              <code>{value}</code>
            </Fact>
          ),
      )}
    </dl>
  )
}

/** What the dates of a run are. */
const DATES = { measured: 'Measured', transcribed: 'Dates of the source', imported: 'Date of the imported file' }

/**
 * The rule that set the number of rounds, and the rules of a check: its looks (the numbers of rounds after which it may
 * stop), and which change is reported.
 */
function Rules({ roundsRule, looks, threshold, level }: RunDocument['design']) {
  return (
    <>
      {roundsRule !== undefined && (
        <Fact title="Rounds set by">
          the spread of the first {roundsRule.after} rounds of each workload, for ratios within ±
          {formatShare(roundsRule.halfWidth)}, in at most {formatDuration(roundsRule.longest * 1e9)}
        </Fact>
      )}
      {looks.length > 0 && <Fact title="Interim analyses">after {looks.join(', ')} rounds</Fact>}
      {threshold !== null && <Fact title="Smallest change reported">{formatShare(threshold)}</Fact>}
      {level !== null && <Fact title="False-positive rate">at most {formatShare(level)} per check</Fact>}
    </>
  )
}

/**
 * Links to the page with all runs of the project. Without a project, links to the page of the repository's name, which
 * says that nothing proves it.
 */
function ProjectLink({ repository, project }: { repository: string; project: Project | null }) {
  const page = project === null ? namePage(repository) : projectPage(project.key)
  return page === null ? repository : <a href={`../${page}`}>{repository}</a>
}
