import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import type { HistoryHeadline } from '../src/history/headline.ts'
import type { HistoryView } from '../src/history/history-view.ts'
import type { LatestView } from '../src/history/latest-view.ts'
import { templateOfBuild } from '../src/page-parts/template.ts'
import { ScrollRegion } from './data-table.tsx'
import { HeadlineFigure } from './headlines.tsx'
import { History } from './history-sections.tsx'
import { LatestByEngine } from './latest-by-engine.tsx'
import { Layout } from './layout.tsx'
import type { Root } from './site-frame.tsx'

/** The badge that a history page offers. */
export interface PageBadge {
  /** The address of the badge, relative to the registry's root. */
  address: string
  text: string
}

interface Properties {
  root: Root
  /** The kind and the name of the page's subject, for example `Engine`. */
  kind: string
  name: string
  lede: string
  /** The answer of the page: the latest comparable results. Null if there are none. */
  latest?: LatestView | null
  /** The headline figure, which is the answer of a page without comparable results. Null if there is none. */
  headline?: HistoryHeadline | null
  view: HistoryView
  /** The query string that filters the list of runs to this page, with its "?". */
  filter: string
  badge: PageBadge
  /** What stands above the history. */
  children?: ReactNode
  /** What stands below it. */
  below?: ReactNode
}

/** Names of at least this many characters are set in a smaller font. */
const LONG_NAME = 60

/** The page of an engine, a workload or a project. It shows the history of this subject. */
export function HistoryPage(properties: Properties) {
  const { root, kind, name, lede, latest = null, headline = null, view, filter, children } = properties
  const list = `${root}runs${filter}`
  return (
    <Layout title={`${name} over time`} description={lede} root={root} scripts={['copy']}>
      <header className="page-head">
        <p className="eyebrow">{kind}</p>
        <h1 className={name.length > LONG_NAME ? 'long' : undefined}>{name}</h1>
        <p className="lede">{lede}</p>
        <p className="ways">
          <a href={list}>All runs</a>
          <a href={`${root}feeds/runs.xml`}>Feed of new runs</a>
          <a href="#method">How changes are found</a>
          <a href="#badge">Badge</a>
        </p>
      </header>
      {latest !== null && <LatestByEngine latest={latest} root={root} />}
      {latest === null && headline !== null && <LatestResult headline={headline} root={root} />}
      {children}
      <History view={view} root={root} list={list} />
      {properties.below}
      <Method root={root} />
      <Badge {...properties} />
    </Layout>
  )
}

/** The latest result of a page whose results have no ratio to native, so that engines cannot be compared. */
function LatestResult({ headline, root }: { headline: HistoryHeadline; root: Root }) {
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">Latest result</h2>
      <HeadlineFigure headline={headline} root={root} />
      <p className="fine">
        This is a result of the latest run alone. An edition may pool the samples of several runs, so its median can
        differ.
      </p>
    </section>
  )
}

/** The method of the change points in a history. */
export function Method({ root }: { root: Root }) {
  return (
    <section aria-labelledby="method">
      <h2 id="method">How changes are found</h2>
      <p>
        Each point is the median of the samples of one run. A history of a workload of the catalog contains runs that
        are alike in seven properties: class of machine, suite, suite version, workload digest, scenario (where the
        files are, for example on a bind mount), engine and engine configuration. The versions of the engine, the system
        and the kernel may differ from run to run. Generated runs have histories of their own. A history contains no
        withdrawn or superseded runs. The axes of the charts do not begin at 0. A hollow point is of a run on a busy
        host, or of an unreliable run.
      </p>
      <p>
        A project’s own workloads have points from the runs of its main branch and from the base of each check, on
        whichever branch the pull request is. The measured code may differ from point to point: this is what the history
        shows. If the workload itself changes (its file, or a file that it names as a fixture), the history goes on, and
        values before and after this are not compared. Runs of other branches, and the head of a check, are no points.
      </p>
      <p>
        A dashed line is a change point: the medians after it differ from the medians before it. Plimsoll searches for
        change points with the method E-divisive means (Matteson and James 2014), on the logarithms of the medians. It
        tests each candidate with a permutation test of 999 shuffles and a fixed seed. False-positive rate: at most 1%
        per history. To find a change point, Plimsoll needs at least three runs before it and three runs after it, and a
        history of at least ten runs: the orders of fewer runs are too few for the level of 1%. From the fifth run on,
        the last run is compared with the 95% prediction interval from those before it, so one of twenty is outside of
        it by chance. A change point shows that times changed between two runs, but not why they changed. Only a check,
        which compares two variants in one run, <a href={`${root}method`}>gives a verdict</a>.
      </p>
    </section>
  )
}

function Badge({ name, badge, root }: Properties) {
  const { baseUrl } = templateOfBuild()
  const at = baseUrl ?? ''
  const address = useRouter().asPath.slice(1)
  return (
    <section aria-labelledby="badge">
      <h2 id="badge">Badge</h2>
      <ScrollRegion name="Picture of the badge">
        {/* biome-ignore lint/performance/noImgElement: the badge is shown as others will show it */}
        <img className="badge-shown" src={`${root}${badge.address}`} alt={`${name}: ${badge.text}`} height="20" />
      </ScrollRegion>
      <pre>{`[![plimsoll](${at}${badge.address})](${at}${address})`}</pre>
      {baseUrl === null && (
        <p className="fine">Both addresses above are relative. Put the address of this site before each of them.</p>
      )}
    </section>
  )
}
