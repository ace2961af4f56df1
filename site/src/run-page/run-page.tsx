import {
  ANALYSIS_VERSION,
  describeNoVerdict,
  describeUnreliableRun,
  type RunDocument,
  splitNotes,
} from '@plimsoll/schema'
import { CitationBox } from '../../components/citation-box.tsx'
import { type CitationData, citeRun } from '../cite/citation-formats.ts'
import { SMALL_PICTURE } from '../page-parts/social.ts'
import { renderStaticPage } from '../page-parts/static-page.tsx'
import type { Template } from '../page-parts/template.ts'
import { formatTime, hasSuite, measuredTitle, runStatusTexts, suiteVersionTitle } from '../page-parts/titles.ts'
import { provenanceLevelOf } from '../provenance/levels.ts'
import { projectOf } from '../provenance/project.ts'
import type { Signature } from '../provenance/signature.ts'
import { isGenerated } from '../store/origin.ts'
import type { Replication } from '../store/replications.ts'
import type { DeletedStatement, Statement } from '../store/statement.ts'
import type { Analysis } from './analysis.ts'
import { describeUndrawn, explainFigures, figuresOf } from './chart-list.ts'
import { Tally, Verdicts, WhyUnreliable } from './check/verdicts.tsx'
import { Controls } from './controls.tsx'
import { Design } from './design.tsx'
import { Downloads, Embed } from './downloads.tsx'
import { Engines, Ground, Host, Images } from './environment.tsx'
import { ChartFigure } from './figure.tsx'
import { Notices } from './notices.tsx'
import { Proof } from './proof.tsx'
import { Repeats, Replications } from './replications.tsx'
import { Results } from './results.tsx'
import { Deletion, RunState } from './statements.tsx'
import { StepCosts } from './step-costs.tsx'

/** What is known about a run besides its document. */
interface AboutRun {
  statements: Statement[]
  /** What its bundle proves; null without a valid one. */
  signature: Signature | null
  replications: Replication[]
}

/**
 * Renders the page of one run from a document that is already analyzed. The result depends only on the arguments. Every
 * text of the document is escaped, because anyone may have written it.
 */
export function renderAnalysis(analysis: Analysis, about: AboutRun, template: Template): string {
  const { document, identity, check, title, contents, findings } = analysis
  const [finding = ''] = findings
  const citation = citeRun(document, identity, template)
  return renderStaticPage({
    title,
    description: `${check === null ? title : 'A check'}: ${finding && `${finding} `}${contents}. Plimsoll run ${identity.id}.`,
    root: '../',
    section: 'runs',
    template,
    scripts: scriptsOf(analysis, template),
    social: {
      title: finding || title,
      address: citation.url,
      picture: citation.url && `${citation.url}.png`,
      pictureSize: SMALL_PICTURE,
    },
    body: <RunPage analysis={analysis} about={about} citation={citation} baseUrl={template.baseUrl} />,
  })
}

/** The scripts of a run page: to copy its citations, and to open its chart in the Vega Editor. */
function scriptsOf(analysis: Analysis, { scripts }: Template): string[] {
  const names = analysis.main === null ? ['copy'] : ['copy', 'vega-editor']
  return names.flatMap((name) => scripts[name] ?? [])
}

/** Renders the page that replaces a deleted run. */
export function renderDeleted(id: string, deletion: DeletedStatement, template: Template): string {
  const title = `Run ${id.slice(0, 10)}, deleted`
  const description = `The document of Plimsoll run ${id} was deleted from this registry.`
  const body = <Deletion {...deletion} />
  return renderStaticPage({ title, description, root: '../', section: 'runs', template, body })
}

interface Properties {
  analysis: Analysis
  about: AboutRun
  citation: CitationData
  baseUrl: string | null
}

function RunPage({ analysis, about: { statements, signature, replications }, citation, baseUrl }: Properties) {
  const { document, identity, check, summaries, reliability, panels, charts, steps, verdicts, title } = analysis
  const figures = figuresOf(charts)
  const undrawn = describeUndrawn(charts)
  const provenanceLevel = provenanceLevelOf(document, signature)
  return (
    <article className="run">
      <RunState statements={statements} />
      <Head analysis={analysis} provenanceLevel={provenanceLevel} />
      <Notices
        document={document}
        check={check}
        reliability={reliability}
        provenanceLevel={isGenerated(document) ? null : provenanceLevel}
      />
      {check && <Verdicts id={identity.id} document={document} check={check} summaries={summaries} figure={verdicts} />}
      <section aria-labelledby="results">
        <h2 id="results">{check === null ? 'Results' : 'Samples of the variants'}</h2>
        {figures.length > 0 && <p className="fine">{explainFigures(figures)}</p>}
        {figures.map((figure) => (
          <ChartFigure key={figure.id} {...figure} />
        ))}
        {undrawn !== '' && <p className="fine">{undrawn}</p>}
        <Results id={identity.id} document={document} panels={panels} pairs={reliability.pairs} />
        {check && <p className="fine">Each ratio compares two scenarios of the same variant, never base with head.</p>}
      </section>
      <Controls id={identity.id} document={document} reliability={reliability} />
      <Replications document={document} replications={replications} />
      {steps && <StepCosts id={identity.id} {...steps} />}
      <section aria-labelledby="environment">
        <h2 id="environment">Environment</h2>
        <Host {...document} />
        <Engines {...document} />
        <Images {...document} />
        <Ground {...document} />
      </section>
      <section aria-labelledby="design">
        <h2 id="design">Design</h2>
        <Design document={document} project={signature && projectOf(signature.provenance)} />
      </section>
      <Proof id={identity.id} document={document} signature={signature} />
      <section aria-labelledby="cite">
        <h2 id="cite">Cite</h2>
        <CitationBox data={citation} />
        <p>
          The figures on this page were computed with analysis version {ANALYSIS_VERSION}. They never change: figures of
          a later analysis version would be added beside them.
        </p>
      </section>
      <section aria-labelledby="download">
        <h2 id="download">Download and embed</h2>
        <Downloads analysis={analysis} />
        <Embed id={identity.id} title={title} finding={analysis.findings[0] ?? ''} baseUrl={baseUrl} />
      </section>
    </article>
  )
}

/** The head of the page: what was run, when, and how far it can be trusted. */
function Head({ analysis, provenanceLevel }: { analysis: Analysis; provenanceLevel: string }) {
  const { document, identity, check, reliability, title, contents } = analysis
  const { division, suite, startedAt } = document
  const generated = isGenerated(document)
  const noVerdict = describeNoVerdict(document.design)
  const unreliable = describeUnreliableRun(reliability)
  return (
    <>
      {unreliable && (
        <div className="marks">
          <p className="warning" role="note">
            {unreliable}
          </p>
        </div>
      )}
      <header className="page-head">
        <p className="eyebrow">
          {check === null ? 'Run' : 'Check'} <code>{identity.id.slice(0, 10)}</code>
        </p>
        <h1>
          {check === null ? (
            title
          ) : (
            <>
              {measuredTitle(document)}: <Tally check={check} />
            </>
          )}
        </h1>
        {check && <WhyUnreliable check={check} />}
        {noVerdict && <p className="lede">{noVerdict}</p>}
        {unreliable === null && <Findings {...analysis} />}
        <p className={analysis.findings.length === 0 ? 'lede' : undefined}>
          {contents}, <time dateTime={startedAt}>{formatTime(startedAt)}</time>.
        </p>
        {generated && <p>This run is generated, for example to test a registry. No machine measured its figures.</p>}
        <Repeats {...document} />
        <ul className="badges" aria-label="Provenance and state">
          {generated || <li className="badge">{provenanceLevel}</li>}
          {runStatusTexts(document).map((text) => (
            <li key={text} className={text === 'complete' ? 'badge' : 'badge warn'}>
              {text}
            </li>
          ))}
          {generated && <li className="badge warn">generated</li>}
          {hasSuite(document) && (
            <li className={division === 'modified' ? 'badge warn' : 'badge'}>{DIVISIONS[division]}</li>
          )}
          {unreliable && <li className="badge warn">unreliable</li>}
          <li className="badge">{suiteVersionTitle(suite)}</li>
        </ul>
        <p className="ways">
          <a href="#environment">Environment</a> <a href="#cite">Cite</a> <a href="#download">Download and embed</a>{' '}
          <a href={`../compare?a=${identity.id}`}>Compare</a>
        </p>
      </header>
    </>
  )
}

/** The most sentences above the figures; the tables have the others. */
const MAX_FINDINGS = 5

/** What the run found: the first sentence as the lede, the others as a list. */
function Findings({ findings: [first, ...others], document: { notes } }: Pick<Analysis, 'findings' | 'document'>) {
  if (first === undefined) return null
  const busy = notes.some(({ code }) => code === 'busy') ? 'Measured on a busy host, so imprecisely. ' : ''
  const shown = others.slice(0, MAX_FINDINGS - 1)
  return (
    <>
      <p className="lede finding">{`${busy}${first}`}</p>
      {shown.length > 0 && (
        <ul>
          {shown.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {others.length > shown.length && <li>{others.length - shown.length} more in the results</li>}
        </ul>
      )}
      {splitNotes(notes)
        .information.filter(({ code }) => code === 'smaller-suite')
        .map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
    </>
  )
}

const DIVISIONS: Record<RunDocument['division'], string> = {
  standard: 'standard division',
  modified: 'modified: not as its suite defines it',
}
